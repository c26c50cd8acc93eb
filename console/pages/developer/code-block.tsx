// A text for machines, to read and to copy.

import { CopyAction } from '../../frame/parts/id-text.tsx'
import classes from './developer.module.css'

export interface CodeBlockProps {
  readonly text: string
  /** What it is, for screen readers. */
  readonly label: string
}

/** Wider than its place, it scrolls by itself, by keyboard too. */
export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre dir="ltr">
          <code>{text}</code>
        </pre>
      </section>
      <span className={classes.copy}>
        <CopyAction text={text} />
      </span>
    </div>
  )
}
