// The Moroccan specimen: the front of an identity card, in two scripts. Drawn freely; see `senegal.ts`.

import type { Face } from '../../server/demo/invented/faces.ts'
import { families, specimenMark, text } from './drawing.ts'
import { chip, foilDefinitions, foilSeal, signature, starFlag, starLines } from './emblems.ts'
import { braid, rosette, waves } from './guilloche.ts'
import type { Pen } from './pen.ts'
import { portrait, portraitDefinitions } from './portrait.ts'
import type { Sheet } from './table-top.ts'

const width = 1440
const height = 908
const labelFill = '#7a4b3a'

const definitions = `<linearGradient id="paper" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f2e4d8"/>
    <stop offset="0.5" stop-color="#eeeadb"/><stop offset="1" stop-color="#d9e5dd"/></linearGradient>
  <linearGradient id="studio" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9dde0"/><stop offset="1" stop-color="#b5bec6"/></linearGradient>
  <clipPath id="photo"><rect x="62" y="250" width="340" height="436" rx="14"/></clipPath>
  <clipPath id="ghost"><circle cx="1250" cy="640" r="112"/></clipPath>
  <pattern id="tiles" width="96" height="96" patternUnits="userSpaceOnUse">${tile()}</pattern>`

/** One tile of a pattern of eight-pointed stars. */
function tile(): string {
  const square = 'M48,14 L82,48 L48,82 L14,48 Z M24,24 H72 V72 H24 Z'
  return `<path d="${square}" fill="none" stroke="#a8763e" stroke-width="1.6"/>
    <path d="M48,0 V14 M48,82 V96 M0,48 H14 M82,48 H96 M0,0 L24,24 M96,0 L72,24 M0,96 L24,72 M96,96 L72,72"
      stroke="#a8763e" stroke-width="1.6" fill="none"/><circle cx="48" cy="48" r="8" fill="none" stroke="#2e7d5b" stroke-width="1.6"/>`
}

function heading(): string {
  return `<rect width="${width}" height="168" fill="#9c2b31" fill-opacity="0.93"/>
    <rect width="${width}" height="168" fill="url(#tiles)" opacity="0.35"/>
    <rect y="168" width="${width}" height="6" fill="#d9b45a"/>
    ${starFlag(62, 46, 118)}
    ${text(212, 80, 'ROYAUME DU MAROC', { size: 40, fill: '#ffffff', weight: 'bold', spacing: 2 })}
    ${text(212, 128, "CARTE NATIONALE D'IDENTITÉ", { size: 27, fill: '#f6dfb5', family: families.condensed, spacing: 1 })}
    ${text(width - 62, 82, 'المملكة المغربية', { size: 44, fill: '#ffffff', weight: 'bold', anchor: 'end' })}
    ${text(width - 62, 136, 'البطاقة الوطنية للتعريف', { size: 32, fill: '#f6dfb5', anchor: 'end' })}`
}

/** A field in two scripts: the Latin one from the left, the Arabic one from the right. */
function twoScripts(
  y: number,
  labels: { readonly latin: string; readonly arabic: string },
  { pen, names }: { readonly pen: Pen; readonly names: { latin: string; arabic: string } },
): string {
  const right = 1080
  return `${text(448, y, labels.latin, { size: 19, fill: labelFill, family: families.condensed })}
    ${text(right, y, labels.arabic, { size: 21, fill: labelFill, anchor: 'end' })}
    ${pen.value(448, y + 40, names.latin, { size: 36, weight: 'bold' })}
    ${pen.value(right, y + 42, names.arabic, { size: 36, weight: 'bold', anchor: 'end' })}`
}

export function moroccoFront(face: Face, pen: Pen): Sheet {
  const content = `<rect width="${width}" height="${height}" fill="url(#paper)"/>
    <rect width="${width}" height="${height}" fill="url(#tiles)" opacity="0.28"/>
    ${waves({ x: -20, y: 210, width: width + 40, height: 620 }, { count: 52, periods: 4, swing: 24 }, { stroke: '#2e7d5b', width: 0.9, opacity: 0.33 })}
    ${rosette({ x: 820, y: 540, radius: 300 }, { petals: 8, curves: 10, swing: 0.24 }, { stroke: '#a3383e', width: 1, opacity: 0.3 })}
    ${rosette({ x: 820, y: 540, radius: 150 }, { petals: 16, curves: 8, swing: 0.3 }, { stroke: '#b1842e', width: 1, opacity: 0.36 })}
    <path d="${starLines(820, 540, 120)}" fill="none" stroke="#2e7d5b" stroke-opacity="0.22" stroke-width="12" stroke-linejoin="round"/>
    ${heading()}
    <g clip-path="url(#photo)"><rect x="62" y="250" width="340" height="436" fill="url(#studio)"/>${portrait(face, 'translate(34 220) scale(0.99)')}</g>
    <rect x="62" y="250" width="340" height="436" rx="14" fill="none" stroke="#8a5a3a" stroke-width="3"/>
    <g clip-path="url(#ghost)" opacity="0.4">${portrait(face, 'translate(1110 478) scale(0.7)')}</g>
    ${twoScripts(232, { latin: 'Prénom', arabic: 'الاسم الشخصي' }, { pen, names: { latin: 'givenNames', arabic: 'givenNamesArabic' } })}
    ${twoScripts(330, { latin: 'Nom', arabic: 'الاسم العائلي' }, { pen, names: { latin: 'surname', arabic: 'surnameArabic' } })}
    ${twoScripts(428, { latin: 'Né le', arabic: 'مزداد بتاريخ' }, { pen, names: { latin: 'born', arabic: 'born' } })}
    ${twoScripts(526, { latin: 'à', arabic: 'ب' }, { pen, names: { latin: 'birthPlace', arabic: 'birthPlaceArabic' } })}
    ${twoScripts(624, { latin: "Valable jusqu'au", arabic: 'صالحة إلى غاية' }, { pen, names: { latin: 'expires', arabic: 'expires' } })}
    ${text(448, 760, 'N°', { size: 24, fill: labelFill, family: families.condensed })}
    ${pen.value(492, 764, 'number', { size: 50, weight: 'bold', fill: '#8f1f2a', spacing: 4 })}
    ${signature('translate(72 716) scale(1.05)')}
    ${chip(1180, 232, 150)}${foilSeal(1000, 770, 60)}
    ${text(width - 62, 818, 'SPÉCIMEN · عينة', { size: 26, fill: '#8f1f2a', anchor: 'end', weight: 'bold' })}
    ${braid({ x: 0, y: 868, width }, { strands: 6, periods: 26, swing: 12 }, { stroke: '#9c2b31', width: 1.2, opacity: 0.5 })}
    ${specimenMark({ x: 760, y: 540 }, { size: 190, angle: -18, fill: '#1e6b4a' })}`
  return {
    width,
    height,
    corner: 46,
    definitions: portraitDefinitions() + foilDefinitions + definitions,
    content,
  }
}
