// The pages of a case file: its parts in order, and the header and footer of each page. Pure.

import { type CaseFile, type LocalizedCaseFile, localize, watermarkOf } from './case-file.ts'
import { checksPart, findingsPart } from './checks-part.ts'
import { imagesPart } from './images-part.ts'
import { ink, type PagePart, styled } from './page-parts.ts'
import { personPart } from './person-part.ts'
import type { Pages } from './print-pdf.ts'
import { historyPart, reviewPart } from './review-part.ts'
import { scorePart } from './score-part.ts'
import { decisionPart, summaryPart } from './summary-part.ts'
import { timeLinePart } from './time-line-part.ts'

export function caseFilePages(caseFile: CaseFile): Pages {
  const file = localize(caseFile)
  const { words, language } = file
  const { id } = file.opened.verification
  const watermark = watermarkOf(caseFile)
  return {
    pageSize: 'A4',
    pageMargins: [side, watermark === undefined ? 52 : 80, side, 62],
    language,
    info: {
      title: `${words.title} ${id}`,
      subject: words.subtitle,
      creationDate: new Date(file.madeAt),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2 },
    styles,
    header: () => headOf(file),
    footer: (page: number, pages: number) => footOf(file, page, pages),
    ...(watermark === undefined
      ? {}
      : {
          watermark: {
            text: words.watermark[watermark],
            color: ink.error,
            opacity: 0.07,
            bold: true,
          },
        }),
    content: [
      titleOf(file),
      decisionPart(file),
      summaryPart(file),
      personPart(file),
      checksPart(file),
      findingsPart(file),
      scorePart(file),
      imagesPart(file),
      reviewPart(file),
      historyPart(file),
      aboutPart(file),
      timeLinePart(file),
    ],
  }
}

const side = 44

const styles = {
  title: { fontSize: 19, bold: true, lineHeight: 1.1 },
  section: { fontSize: 11, bold: true, color: ink.heading },
  head: { fontSize: 8, color: ink.quiet },
  quiet: { color: ink.quiet },
  code: { fontSize: 7.5, color: ink.quiet },
  strong: { bold: true },
  foot: { fontSize: 7, color: ink.quiet },
}

function titleOf({ words, opened }: LocalizedCaseFile): PagePart {
  const { id } = opened.verification
  return {
    stack: [
      { text: words.title, style: 'title' },
      { text: `${words.subtitle} ${id}`, fontSize: 10, color: ink.quiet },
      { text: words.timesInUtc, style: 'code' },
    ],
    margin: [0, 0, 0, 12],
  }
}

function headOf(file: LocalizedCaseFile): PagePart {
  const { words } = file
  const watermark = watermarkOf(file)
  const line = {
    columns: [
      { text: `${words.title} · ${words.subtitle}`, style: 'foot' },
      { text: words.confidential, style: 'foot', alignment: 'right' },
    ],
  }
  return {
    margin: [side, 22, side, 0],
    stack: [line, ...(watermark === undefined ? [] : [bannerOf(words.banner[watermark])])],
  }
}

function bannerOf(text: string): PagePart {
  const cell = { text, bold: true, color: '#ffffff', fillColor: ink.error, margin: [6, 3, 6, 3] }
  return { table: { widths: ['*'], body: [[cell]] }, layout: 'noBorders', margin: [0, 8, 0, 0] }
}

function footOf(file: LocalizedCaseFile, page: number, pages: number): PagePart {
  const { words, show, opened, madeAt, madeBy, requestId } = file
  const line = (left: string, right: string) => ({
    columns: [
      { text: left, style: 'foot' },
      { text: right, style: 'foot', alignment: 'right', width: 'auto' },
    ],
    columnGap: 12,
  })
  return {
    margin: [side, 14, side, 0],
    stack: [
      line(opened.verification.id, words.page(page, pages)),
      line(words.made(show.instant(madeAt), madeBy), ''),
      line(words.digest(requestId), ''),
    ],
  }
}

function aboutPart({ words }: LocalizedCaseFile): PagePart {
  return {
    unbreakable: true,
    margin: [0, 0, 0, 13],
    stack: [
      { text: words.section.about, style: 'section', margin: [0, 0, 0, 3] },
      ...words.about.map((text) => ({ ...styled(text, 'quiet'), margin: [0, 0, 0, 3] })),
    ],
  }
}
