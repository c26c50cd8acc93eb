// The one door to pdfmake, opened late: it turns a description of pages into a PDF. It may read its own fonts
// and nothing else, neither files nor addresses.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A document definition as pdfmake documents it. Its own types bring those of a browser into the server. */
export type Pages = Readonly<Record<string, unknown>>

interface PdfMaker {
  setUrlAccessPolicy(mayLoad: (url: string) => boolean): void
  setLocalAccessPolicy(mayRead: (path: string) => boolean): void
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
  createPdf(pages: Pages): { getBuffer(): Promise<Buffer> }
}

/** Roboto: Latin, Greek and Cyrillic letters. What it does not have is printed as an empty box. */
const fonts = {
  Roboto: {
    normal: fontFile('Regular'),
    bold: fontFile('Medium'),
    italics: fontFile('Italic'),
    bolditalics: fontFile('MediumItalic'),
  },
}

export function printPdf(pages: Pages): Promise<Buffer> {
  const pdfmake: PdfMaker = createRequire(import.meta.url)('pdfmake')
  const own: readonly string[] = Object.values(fonts.Roboto)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => own.includes(path))
  pdfmake.setFonts(fonts)
  return pdfmake.createPdf(pages).getBuffer()
}

function fontFile(cut: string): string {
  return fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${cut}.ttf`))
}
