// A text of a check with its commands, whose options stay in one piece. Where text runs from right to left, so does the
// whole command: broken over two lines, its end would stand at the other side.

import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { commandParts, optionParts } from './command-parts.ts'
import classes from './system.module.css'

export function CommandsText({ text }: { readonly text: string }) {
  const { i18n } = useTranslation()
  const parts = i18n.dir() === 'ltr' ? optionParts(text) : commandParts(text)
  return parts.map((part, index) => (
    <Fragment key={`part-${index.toString()}`}>
      {index % 2 === 0 ? part : <bdi className={classes.command}>{part}</bdi>}
    </Fragment>
  ))
}
