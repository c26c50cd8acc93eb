// A text with `3 min ago` in it and the instant on hover; on paper with the instant itself and its zone.

import { useShow } from '../../words/show.ts'

interface AgoTextProps {
  readonly at: string
  /** @param when `3 min ago`, or the instant */
  readonly say: (when: string) => string
}

export function AgoText({ at, say }: AgoTextProps) {
  const show = useShow()
  const instant = show.instant(at)
  return (
    <span
      title={`${instant} · ${show.utc(at)}`}
      data-printed={say(`${instant}\u00a0${show.zone(at)}`)}
    >
      <span className="svc-ago">{say(show.ago(at))}</span>
    </span>
  )
}
