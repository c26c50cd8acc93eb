// Draws the photo around a document: a table in soft light, the document's shadow and its gloss. As providers
// require, the document fills most of the photo, all its edges are visible and the background is not white.

import { svg } from './drawing.ts'

export interface Sheet {
  readonly width: number
  readonly height: number
  /** Radius of its corners. */
  readonly corner: number
  readonly definitions: string
  readonly content: string
}

export interface Photo {
  readonly width: number
  readonly height: number
  /** Degrees by which the document lies askew. */
  readonly angle: number
  /** Colours of the table, light and dark. */
  readonly table: readonly [string, string]
}

export const wood: Photo = { width: 1600, height: 1068, angle: -0.8, table: ['#6d5a4a', '#3a2e26'] }
export const slate: Photo = { width: 2400, height: 1880, angle: 0.6, table: ['#4a5a63', '#252f36'] }

/** Where a point of the sheet is in the photo. */
export function pointOnTable(
  sheet: Sheet,
  { width, height, angle }: Photo,
  { x, y }: { readonly x: number; readonly y: number },
): { readonly x: number; readonly y: number } {
  const turn = (angle * Math.PI) / 180
  const [along, down] = [x - sheet.width / 2, y - sheet.height / 2]
  return {
    x: width / 2 + along * Math.cos(turn) - down * Math.sin(turn),
    y: height / 2 + along * Math.sin(turn) + down * Math.cos(turn),
  }
}

export function onTable(sheet: Sheet, { width, height, angle, table }: Photo): string {
  const grain = Array.from({ length: 46 }, (_, index) => {
    const y = (index + 0.5) * (height / 46)
    const bend = Math.sin(index * 2.3) * 14
    return `M0,${y} C${width * 0.3},${y + bend} ${width * 0.6},${y - bend} ${width},${y + bend * 0.6}`
  }).join(' ')
  const definitions = `${sheet.definitions}
    <radialGradient id="table" cx="0.38" cy="0.3" r="0.95"><stop offset="0" stop-color="${table[0]}"/>
      <stop offset="1" stop-color="${table[1]}"/></radialGradient>
    <linearGradient id="gloss" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.16"/>
      <stop offset="0.38" stop-color="#fff" stop-opacity="0.02"/><stop offset="0.5" stop-color="#fff" stop-opacity="0.1"/>
      <stop offset="0.56" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.09"/></linearGradient>
    <filter id="shadow" x="-10%" y="-10%" width="120%" height="125%"><feGaussianBlur stdDeviation="${width / 90}"/></filter>
    <clipPath id="sheet"><rect width="${sheet.width}" height="${sheet.height}" rx="${sheet.corner}"/></clipPath>`
  const edge = `width="${sheet.width}" height="${sheet.height}" rx="${sheet.corner}"`
  const left = (width - sheet.width) / 2
  const top = (height - sheet.height) / 2
  return svg(
    width,
    height,
    definitions,
    `<rect width="${width}" height="${height}" fill="url(#table)"/>
    <path d="${grain}" fill="none" stroke="#000" stroke-opacity="0.07" stroke-width="2"/>
    <g transform="translate(${left} ${top}) rotate(${angle} ${sheet.width / 2} ${sheet.height / 2})">
      <rect x="${width * 0.006}" y="${width * 0.012}" ${edge} fill="#000" fill-opacity="0.5" filter="url(#shadow)"/>
      <g clip-path="url(#sheet)">${sheet.content}<rect ${edge} fill="url(#gloss)"/></g>
      <rect ${edge} fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="2"/>
    </g>`,
  )
}
