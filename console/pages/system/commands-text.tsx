// A text of a check with its commands. Where text runs from right to left, a command stays in one piece: broken over two
// lines, its end would stand at the other side.

import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { commandParts } from './command-parts.ts'
import classes from './system.module.css'

export function CommandsText({ text }: { readonly text: string }) {
  const { i18n } = useTranslation()
  if (i18n.dir() === 'ltr') return text
  return commandParts(text).map((part, index) => (
    <Fragment key={`part-${index.toString()}`}>
      {index % 2 === 0 ? part : <bdi className={classes.command}>{part}</bdi>}
    </Fragment>
  ))
}
