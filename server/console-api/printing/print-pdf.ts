// Turns a description of pages into a PDF with pdfmake, which is loaded on first use. pdfmake may read its own fonts,
// but no other files and no URLs.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A document definition of pdfmake. Its own types are not used, because they would add browser types to the server. */
export type Pages = Readonly<Record<string, unknown>>

interface PdfMaker {
  setUrlAccessPolicy(mayLoad: (url: string) => boolean): void
  setLocalAccessPolicy(mayRead: (path: string) => boolean): void
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
  createPdf(pages: Pages): { getBuffer(): Promise<Buffer> }
}

/** Roboto has Latin, Greek and Cyrillic letters; others are printed as empty boxes. */
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
