// A page of Markdown: the guide, the handbook.

import classes from './markdown.module.css'
import { MarkdownText, type MarkdownTextProps } from './markdown-text.tsx'

interface ArticleProps extends MarkdownTextProps {
  /** Language and direction of the text, where they are not the console's. */
  readonly lang?: 'en'
}

export function Article({ lang, ...markdown }: ArticleProps) {
  return (
    <article className={classes.article} {...(lang && { lang, dir: 'ltr' })}>
      <MarkdownText {...markdown} />
    </article>
  )
}
