// The pages of a case file: its parts in order, and the header and footer of each page. Pure.

import { documentFrame, sideMargin } from '../../printing/document-frame.ts'
import { ink, type PagePart, styled } from '../../printing/page-parts.ts'
import type { Pages } from '../../printing/print-pdf.ts'
import { type CaseFile, type LocalizedCaseFile, localize, watermarkOf } from './case-file.ts'
import { checksPart, findingsPart } from './checks-part.ts'
import { imagesPart } from './images-part.ts'
import { laterPart } from './later-part.ts'
import { personPart } from './person-part.ts'
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
    ...documentFrame({
      language,
      info: { title: `${words.title} ${id}`, subject: words.subtitle },
      madeAt: file.madeAt,
      top: watermark === undefined ? 52 : 80,
    }),
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
      laterPart(file),
      scorePart(file),
      imagesPart(file),
      reviewPart(file),
      historyPart(file),
      aboutPart(file),
      timeLinePart(file),
    ],
  }
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
    margin: [sideMargin, 22, sideMargin, 0],
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
    margin: [sideMargin, 14, sideMargin, 0],
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
