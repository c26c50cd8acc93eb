// An instant in local time, with UTC on hover. Paper has no hover and is read later and elsewhere: there it stands with
// its zone, and never as `3 min ago`. See page.css.

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
  const zone = `\u00a0${show.zone(at)}`
  const said = { dateTime: at, title: `${text} · ${show.utc(at)}` }
  if (!isRelative) {
    return (
      <time {...said} className="svc-instant" data-printed={zone}>
        {text}
      </time>
    )
  }
  return (
    <time {...said} className="svc-instant" data-printed={`${text}${zone}`}>
      <span className="svc-ago">{show.ago(at)}</span>
    </time>
  )
}
