// Codes in a row, each from left to right, in the reading direction and with the comma of the reader's language.

import { Fragment, type ReactNode } from 'react'
import { useShow } from '../../words/show.ts'

interface CodeListProps {
  readonly codes: readonly string[]
  /** What stands for a code, such as a link; itself by default. */
  readonly show?: (code: string) => ReactNode
}

export function CodeList({ codes, show = (code) => code }: CodeListProps) {
  const { comma } = useShow()
  return codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ' '}
      <span className="svc-code">
        <span className="svc-mono">{show(code)}</span>
        {index < codes.length - 1 && <span className="svc-comma">{comma.trim()}</span>}
      </span>
    </Fragment>
  ))
}
