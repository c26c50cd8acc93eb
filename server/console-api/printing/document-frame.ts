// What all printed documents have in common: paper, fonts and styles. Pure.

import type { DocumentLanguage } from './language.ts'
import { ink } from './page-parts.ts'
import type { Pages } from './print-pdf.ts'

/** Left and right margin of a page, in points. */
export const sideMargin = 44

interface Document {
  readonly language: DocumentLanguage
  /** Properties of the file. */
  readonly info: { readonly title: string; readonly subject?: string }
  readonly madeAt: number
  /** Top margin, in points. */
  readonly top: number
}

export function documentFrame({ language, info, madeAt, top }: Document): Pages {
  return {
    pageSize: 'A4',
    pageMargins: [sideMargin, top, sideMargin, 62],
    language,
    info: { ...info, creationDate: new Date(madeAt) },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2 },
    styles,
  }
}

const styles = {
  title: { fontSize: 19, bold: true, lineHeight: 1.1 },
  section: { fontSize: 11, bold: true, color: ink.heading },
  head: { fontSize: 8, color: ink.quiet },
  quiet: { color: ink.quiet },
  code: { fontSize: 7.5, color: ink.quiet },
  strong: { bold: true },
  foot: { fontSize: 7, color: ink.quiet },
}
