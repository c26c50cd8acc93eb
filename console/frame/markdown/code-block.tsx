// A block of code with a copy button.

import { CopyAction } from '../parts/id-text.tsx'
import classes from './markdown.module.css'

interface CodeBlockProps {
  readonly text: string
  /** Accessible name. */
  readonly label: string
}

/** Scrolls when it is too wide, by keyboard too. */
export function CodeBlock({ text, label }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre dir="ltr">
          <code>{text}</code>
        </pre>
      </section>
      <span className={classes.copy}>
        <CopyAction text={text} what={label} />
      </span>
    </div>
  )
}
