// An instant in local time; in UTC on hover, for whoever compares with a log.

import { useShow } from '../../words/show.ts'

export interface InstantProps {
  readonly at: string
  /** `3 min ago`; the instant itself on hover. */
  readonly isRelative?: boolean
}

export function Instant({ at, isRelative = false }: InstantProps) {
  const show = useShow()
  return (
    <time dateTime={at} title={`${show.instant(at)} · ${show.utc(at)}`} className="svc-instant">
      {isRelative ? show.ago(at) : show.instant(at)}
    </time>
  )
}
