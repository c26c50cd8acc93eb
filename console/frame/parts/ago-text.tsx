// A text with `3 min ago` in it. The instant shows on hover and, in the text's place, on a press: by pointer, finger or
// key. On paper it stands there with its zone.

import { useState } from 'react'
import { useShow } from '../../words/show.ts'

interface AgoTextProps {
  readonly at: string
  /** @param when `3 min ago`, or the instant */
  readonly say: (when: string) => string
  /** Within a row that opens a page: a press opens that, which shows the instant. */
  readonly isInRow?: boolean
}

export function AgoText({ at, say, isInRow = false }: AgoTextProps) {
  const show = useShow()
  const [isExact, setExact] = useState(false)
  const instant = show.instant(at)
  const utc = `${instant} · ${show.utc(at)}`
  const said = { title: utc, 'data-printed': say(`${instant}\u00a0${show.zone(at)}`) }
  const text = <span className="svc-ago">{say(isExact ? utc : show.ago(at))}</span>
  if (isInRow) return <span {...said}>{text}</span>
  return (
    <button
      type="button"
      {...said}
      className="svc-press"
      aria-pressed={isExact}
      onClick={() => setExact(!isExact)}
    >
      {text}
    </button>
  )
}
