// Turns a description of pages into a PDF with pdfmake, which is loaded on first use. pdfmake may read its own fonts,
// but no other files and no URLs.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type LineWriter, orderLines } from './order-lines.ts'
import { arabicFont, directed } from './page-direction.ts'
import { unpackFont } from './unpack-font.ts'

/** A document definition of pdfmake. Its own types are not used, because they would add browser types to the server. */
export type Pages = Readonly<Record<string, unknown>>

interface PdfMaker {
  readonly virtualfs: { writeFileSync(path: string, bytes: Buffer): void }
  setUrlAccessPolicy(mayLoad: (url: string) => boolean): void
  setLocalAccessPolicy(mayRead: (path: string) => boolean): void
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
  createPdf(pages: Pages): { getBuffer(): Promise<Buffer> }
}

/** What they lack is replaced: see font-letters.ts. */
const fonts = {
  Roboto: {
    normal: fontFile('Regular'),
    bold: fontFile('Medium'),
    italics: fontFile('Italic'),
    bolditalics: fontFile('MediumItalic'),
  },
  [arabicFont]: {
    normal: 'arabic-400.ttf',
    bold: 'arabic-600.ttf',
    italics: 'arabic-400.ttf',
    bolditalics: 'arabic-600.ttf',
  },
}

/** Roboto's, so that lines of both fonts stand level. */
const robotoMetrics = { ascent: 0.927734, descent: 0.244141 }

export function printPdf(pages: Pages): Promise<Buffer> {
  const load = createRequire(import.meta.url)
  const pdfmake: PdfMaker = load('pdfmake')
  const { default: writer }: { readonly default: { readonly prototype: LineWriter } } = load(
    'pdfmake/js/ElementWriter.js',
  )
  orderLines(writer.prototype)
  for (const weight of [400, 600] as const) {
    pdfmake.virtualfs.writeFileSync(`arabic-${weight}.ttf`, arabicCut(weight))
  }
  const own: readonly string[] = Object.values(fonts.Roboto)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => own.includes(path))
  pdfmake.setFonts(fonts)
  return pdfmake.createPdf(directed(pages)).getBuffer()
}

function fontFile(cut: string): string {
  return fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${cut}.ttf`))
}

function arabicCut(weight: 400 | 600): Buffer {
  const file = `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`
  return unpackFont(readFileSync(fileURLToPath(import.meta.resolve(file))), robotoMetrics)
}
