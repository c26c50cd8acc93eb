// An instant in local time, with UTC on hover.

import { useShow } from '../../words/show.ts'

interface InstantProps {
  readonly at: string
  /** `3 min ago`; the instant itself on hover. */
  readonly isRelative?: boolean
  /** Shows seconds. */
  readonly isExact?: boolean
}

export function Instant({ at, isRelative = false, isExact = false }: InstantProps) {
  const show = useShow()
  const text = isExact ? show.exactInstant(at) : show.instant(at)
  return (
    <time dateTime={at} title={`${text} · ${show.utc(at)}`} className="svc-instant">
      {isRelative ? show.ago(at) : text}
    </time>
  )
}
