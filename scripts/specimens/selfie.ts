// Draws the selfies: a person at arm's length in front of a blurred room.

import type { Face } from '../../server/demo/invented/faces.ts'
import { specimenMark, svg } from './drawing.ts'
import { portrait, portraitDefinitions } from './portrait.ts'

const width = 900
const height = 1200

const definitions = `<linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#c9b9a3"/>
    <stop offset="0.6" stop-color="#a8947c"/><stop offset="1" stop-color="#7d6a58"/></linearGradient>
  <filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter>
  <radialGradient id="daylight" cx="0.18" cy="0.2" r="0.9"><stop offset="0" stop-color="#fff4dc" stop-opacity="0.42"/>
    <stop offset="0.6" stop-color="#fff4dc" stop-opacity="0"/></radialGradient>
  <radialGradient id="corners" cx="0.5" cy="0.46" r="0.78"><stop offset="0.6" stop-color="#000" stop-opacity="0"/>
    <stop offset="1" stop-color="#000" stop-opacity="0.36"/></radialGradient>`

/** A window, a shelf with books, a plant. */
function room(): string {
  const books = ['#8c3b3f', '#2f6f73', '#d8a447', '#4a5a80', '#9a6a4a', '#3f7a55', '#b4605f']
  const shelf = books.map((fill, index) => {
    const bookHeight = 120 + ((index * 37) % 50)
    return `<rect x="${628 + index * 38}" y="${420 - bookHeight}" width="32" height="${bookHeight}" fill="${fill}"/>`
  })
  return `<rect width="${width}" height="${height}" fill="url(#wall)"/>
    <g filter="url(#far)"><rect x="-60" y="60" width="300" height="520" fill="#e6e3d2"/>
      <path d="M90,60 V580 M-60,320 H240" stroke="#9c8a72" stroke-width="18"/>
      <rect x="600" y="420" width="320" height="26" fill="#5f4a38"/>${shelf.join('')}
      <path d="M720,900 C690,760 640,700 610,690 M730,900 C735,740 760,670 800,640 M740,900 C780,800 840,770 890,770"
        stroke="#3f6b47" stroke-width="34" fill="none" stroke-linecap="round"/>
      <path d="M670,900 H800 L780,1080 H690 Z" fill="#a9593a"/></g>`
}

export function selfie(face: Face): string {
  return svg(
    width,
    height,
    portraitDefinitions() + definitions,
    `${room()}<ellipse cx="470" cy="1180" rx="420" ry="90" fill="#000" fill-opacity="0.25" filter="url(#far)"/>
    ${portrait(face, 'translate(-30 -10) scale(2.4)')}
    <rect width="${width}" height="${height}" fill="url(#daylight)"/><rect width="${width}" height="${height}" fill="url(#corners)"/>
    ${specimenMark({ x: 450, y: 1090 }, { size: 110, angle: -6, fill: '#ffffff' })}`,
  )
}
