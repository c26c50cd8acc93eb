// Simulated photos for measuring the reader of zones: documents whose lines are known, and pictures without a zone.
// Photo n of a kind is the same each time.

import sharp from 'sharp'
import { openChance } from '../../../server/demo/invented/chance.ts'
import type { MrzFormat } from '../../../server/mrz/mrz-layouts.ts'
import { inventZone } from './invent-zone.ts'
import { chooseShot, photograph, type SheetPixels } from './photograph.ts'
import { type DrawnSheet, printedSheet, zoneSheet } from './zone-sheet.ts'

interface ZonePhoto {
  readonly name: string
  readonly picture: Buffer
  readonly lines: readonly string[]
}

/** Any number works; another one gives other photos. */
const seed = 9_303

/** Every fourth is turned by each right angle in turn, the others lie at any angle. */
export async function zonePhoto(
  format: MrzFormat,
  index: number,
  state?: string,
): Promise<ZonePhoto> {
  const chance = openChance(seed + index * 7_919 + formatSeed(format))
  const zone = inventZone(chance, format, state)
  const right = index % 2 === 0 ? (index % 8) * 45 : undefined
  const sheet = await rasterise(zoneSheet(chance, zone))
  const picture = await photograph(sheet, chooseShot(chance, right), chance)
  return { name: `${format} ${index}`, picture, lines: zone.lines }
}

/** Pages of print, most easily mistaken for a zone. */
export async function pictureWithoutZone(index: number): Promise<Buffer> {
  const chance = openChance(seed - 1 - index * 104_729)
  const sheet = await rasterise(printedSheet(chance))
  return photograph(
    sheet,
    chooseShot(chance, index % 2 === 0 ? (index % 8) * 45 : undefined),
    chance,
  )
}

function formatSeed(format: MrzFormat): number {
  return [...format].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 1_000_003
}

const pixelsPerUnit = 1.5

async function rasterise({ drawing, width }: DrawnSheet): Promise<SheetPixels> {
  const { data, info } = await sharp(Buffer.from(drawing))
    .resize({ width: Math.round(width * pixelsPerUnit) })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
