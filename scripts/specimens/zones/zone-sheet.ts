// Draws a document with its zone, and sheets of print that are no document: all by paths, so that they look the same on
// a machine without fonts. Lengths are tenths of a millimetre.

import type { Chance } from '../../../server/demo/invented/chance.ts'
import { faces } from '../../../server/demo/invented/faces.ts'
import { svg } from '../drawing.ts'
import { foilDefinitions, foilSeal } from '../emblems.ts'
import { rosette, waves } from '../guilloche.ts'
import { portrait, portraitDefinitions } from '../portrait.ts'
import type { InventedZone } from './invent-zone.ts'
import { pitchOfHeight, zoneText } from './zone-letters.ts'

export interface DrawnSheet {
  readonly drawing: string
  readonly width: number
  readonly height: number
}

/** Of the standard: sizes, and where the lines stand from the left and the lower edge. */
const sizes = {
  TD1: { width: 856, height: 540, left: 40, lowest: 40 },
  TD2: { width: 1_050, height: 740, left: 55, lowest: 62 },
  TD3: { width: 1_250, height: 880, left: 60, lowest: 66 },
  'MRV-A': { width: 1_200, height: 800, left: 42, lowest: 60 },
  'MRV-B': { width: 1_050, height: 740, left: 55, lowest: 60 },
  'FR-ID': { width: 1_050, height: 740, left: 55, lowest: 62 },
} as const
const pitch = 25.4
/** Of TD1, and of the others. */
const lineApart = { three: 42, two: 63.5 }

const papers = ['#e6eedb', '#dfe6ef', '#f1e6d6', '#e8e0ee', '#d9e9e6', '#f2efe4']
const inks = ['#2f8a5b', '#3f6aa3', '#b5483b', '#7a5aa0', '#2f7a8a']
const allFaces = [...faces.SN.F, ...faces.SN.M, ...faces.MA.F, ...faces.MA.M]

export function zoneSheet(chance: Chance, { format, lines }: InventedZone): DrawnSheet {
  const { width, height, left, lowest } = sizes[format]
  const apart = lines.length === 3 ? lineApart.three : lineApart.two
  const zone = lines.map((line, index) =>
    zoneText(line, { x: left, y: height - lowest - (lines.length - 1 - index) * apart, pitch }),
  )
  const zoneTop = height - lowest - (lines.length - 1) * apart - 60
  const isBack = format === 'TD1'
  const content = `${ground(chance, width, height)}
    ${isBack ? '' : photo(chance, { y: height * 0.16, height: zoneTop - height * 0.16 - 24 })}
    ${prints(chance, { x: width * (isBack ? 0.05 : 0.4), width: width * 0.5, from: height * 0.08, to: zoneTop - 20 })}
    ${foilSeal(width * 0.86, height * 0.3, 60)}
    <rect y="${zoneTop}" width="${width}" height="${height - zoneTop}" fill="#fbfaf3"
      fill-opacity="${(0.35 + 0.55 * chance.share()).toFixed(2)}"/>${zone.join('')}`
  return { width, height, drawing: svg(width, height, definitions, content) }
}

const definitions = portraitDefinitions() + foilDefinitions

function ground(chance: Chance, width: number, height: number): string {
  const ink = (opacity: number) => ({ stroke: chance.oneOf(inks), width: 1.2, opacity })
  return `<rect width="${width}" height="${height}" fill="${chance.oneOf(papers)}"/>
    ${waves({ x: -20, y: 20, width: width + 40, height: height - 40 }, { count: 46, periods: 4, swing: 16 }, ink(0.3))}
    ${rosette({ x: width * 0.62, y: height * 0.45, radius: height * 0.3 }, { petals: 10, curves: 7, swing: 0.2 }, ink(0.3))}`
}

/** Cut off above the zone. */
function photo(
  chance: Chance,
  { y, height }: { readonly y: number; readonly height: number },
): string {
  return `<svg x="36" y="${y}" width="${height * 0.8}" height="${height}" viewBox="30 0 350 437">
    <rect width="400" height="437" fill="#cfdce0"/>${portrait(chance.oneOf(allFaces), '')}</svg>`
}

const printed =
  'NOM PRENOMS DATE DE NAISSANCE LIEU DAKAR RABAT AUTORITE FICTIVE SPECIMEN 12 05 2031'

/** Lines of small print of uneven length. */
function prints(
  chance: Chance,
  area: { readonly x: number; readonly width: number; readonly from: number; readonly to: number },
): string {
  const rows: string[] = []
  for (let y = area.from; y < area.to; y += chance.between(30, 52)) {
    const small = chance.between(12, 20)
    const count = Math.floor((area.width * (0.3 + 0.6 * chance.share())) / small)
    const from = chance.between(0, printed.length - 1)
    const text = printed.repeat(3).slice(from, from + count)
    rows.push(zoneText(text, { x: area.x, y, pitch: small, ink: '#2a3340' }))
  }
  return rows.join('')
}

/**
 * A page of print without a zone: letters and bills, some with two or three even lines of capitals and digits, which
 * are what a zone is most easily mistaken for.
 */
export function printedSheet(chance: Chance): DrawnSheet {
  const [width, height] = chance.oneOf([
    [1_250, 880],
    [1_480, 2_100],
    [856, 540],
  ] as const)
  const ink = chance.oneOf(['#22252b', '#1d3b7a', '#404040'])
  const isEven = chance.share() < 0.5
  const small = chance.between(11, 26)
  const rows: string[] = []
  for (
    let y = 70;
    y < height - 40;
    y += Math.round((small / pitchOfHeight) * (1.3 + chance.share()))
  ) {
    const count = Math.floor((width - 100) / small)
    const length = isEven ? count : Math.floor(count * (0.3 + 0.7 * chance.share()))
    rows.push(zoneText(sentence(chance, length), { x: 50, y, pitch: small, ink }))
  }
  const content = `<rect width="${width}" height="${height}" fill="#f4f2ea"/>${rows.join('')}`
  return { width, height, drawing: svg(width, height, '', content) }
}

function sentence(chance: Chance, length: number): string {
  let text = ''
  while (text.length < length) {
    const isNumber = chance.share() < 0.35
    const letters = isNumber ? '0123456789' : 'AAEEIIOOUULNRSTDMPCBFGHJKQVWXYZ'
    const count = chance.between(2, isNumber ? 10 : 8)
    text += `${Array.from({ length: count }, () => chance.oneOf([...letters])).join('')} `
  }
  return text.slice(0, length)
}
