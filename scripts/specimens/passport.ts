// The passport specimens: an open booklet, its page with the machine-readable lines below. Drawn freely;
// see `senegal.ts`.

import type { Face } from '../../server/demo/invented/faces.ts'
import type { Country } from '../../server/demo/invented/people.ts'
import { families, group, label, specimenMark, text, valueDrop, valueStyle } from './drawing.ts'
import {
  baobab,
  foilDefinitions,
  foilSeal,
  signature,
  starFlag,
  starLines,
  threeBandFlag,
} from './emblems.ts'
import { braid, rosette, waves } from './guilloche.ts'
import type { Pen } from './pen.ts'
import { portrait, portraitDefinitions } from './portrait.ts'
import type { Sheet } from './table-top.ts'

const width = 2200
const height = 1720
/** Where the booklet folds: above it the page before, below it the page with the photo. */
const fold = 250
const labelFill = '#4c5c86'

interface State {
  readonly name: string
  readonly code: string
  readonly nationality: string
  readonly ink: string
  readonly flag: string
  /** Large and pale, behind the print. */
  readonly emblem: string
}

const states: Readonly<Record<Country, State>> = {
  SN: {
    name: 'RÉPUBLIQUE DU SÉNÉGAL',
    code: 'SEN',
    nationality: 'SÉNÉGALAISE',
    ink: '#3f6aa3',
    flag: threeBandFlag(110, fold + 50, 116),
    emblem: baobab(`translate(1130 ${fold + 270}) scale(2.9)`, '#3b5f8a', 0.1),
  },
  MA: {
    name: 'ROYAUME DU MAROC',
    code: 'MAR',
    nationality: 'MAROCAINE',
    ink: '#2e7d5b',
    flag: starFlag(110, fold + 50, 116),
    emblem: `<path d="${starLines(1420, fold + 560, 330)}" fill="none" stroke="#2e7d5b" stroke-opacity="0.13"
      stroke-width="26" stroke-linejoin="round"/>`,
  },
}

const definitions = `<linearGradient id="page" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#dfe6ef"/>
    <stop offset="0.5" stop-color="#ece7dc"/><stop offset="1" stop-color="#d8e6dc"/></linearGradient>
  <linearGradient id="crease" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#28323e" stop-opacity="0"/>
    <stop offset="0.5" stop-color="#28323e" stop-opacity="0.55"/><stop offset="1" stop-color="#28323e" stop-opacity="0"/></linearGradient>
  <linearGradient id="studio" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d3dde2"/><stop offset="1" stop-color="#b2c1c9"/></linearGradient>
  <clipPath id="photo"><rect x="110" y="${fold + 190}" width="520" height="668" rx="10"/></clipPath>
  <clipPath id="ghost"><ellipse cx="1960" cy="${fold + 760}" rx="150" ry="186"/></clipPath>`

function ground({ ink, emblem }: State): string {
  return `<rect width="${width}" height="${height}" fill="url(#page)"/>
    ${waves({ x: -20, y: fold + 60, width: width + 40, height: 1040 }, { count: 44, periods: 6, swing: 30 }, { stroke: ink, width: 1.2, opacity: 0.3 })}
    ${waves({ x: -20, y: fold + 120, width: width + 40, height: 900 }, { count: 22, periods: 4, swing: 52 }, { stroke: '#2f8a5b', width: 1.2, opacity: 0.28 })}
    ${rosette({ x: 1420, y: fold + 560, radius: 430 }, { petals: 12, curves: 9, swing: 0.2 }, { stroke: '#b5483b', width: 1.3, opacity: 0.3 })}
    ${rosette({ x: 1420, y: fold + 560, radius: 240 }, { petals: 16, curves: 9, swing: 0.34 }, { stroke: '#b1842e', width: 1.2, opacity: 0.34 })}
    ${emblem}`
}

/** The page before, of which the photo shows the lower end. */
function pageBefore({ ink }: State): string {
  return `<rect width="${width}" height="${fold}" fill="#e7e2d4"/>
    ${waves({ x: -20, y: -40, width: width + 40, height: 270 }, { count: 13, periods: 6, swing: 22 }, { stroke: ink, width: 1.2, opacity: 0.32 })}
    ${text(110, 92, 'Ce passeport est un spécimen. Il ne permet aucun voyage.', { size: 32, fill: '#4a5568', family: families.serif, italic: true })}
    ${text(110, 146, 'This passport is a specimen. It is not valid for travel.', { size: 32, fill: '#4a5568', family: families.serif, italic: true })}
    ${text(width - 110, 146, '2', { size: 32, fill: '#4a5568', family: families.serif, anchor: 'end' })}
    <rect y="${fold - 34}" width="${width}" height="68" fill="url(#crease)"/>
    <path d="M0,${fold} H${width}" stroke="#7c2230" stroke-width="2.5" stroke-dasharray="16 12" stroke-opacity="0.6"/>`
}

function photo(face: Face): string {
  return `${group(
    `<rect x="110" y="${fold + 190}" width="520" height="668" fill="url(#studio)"/>${portrait(face, `translate(80 ${fold + 184}) scale(1.45)`)}`,
    'clip-path="url(#photo)"',
  )}<rect x="110" y="${fold + 190}" width="520" height="668" rx="10" fill="none" stroke="#5a6b8f" stroke-width="3"/>
  <g clip-path="url(#ghost)" opacity="0.38">${portrait(face, `translate(1770 ${fold + 552}) scale(0.95)`)}</g>`
}

function fields(pen: Pen, { code, nationality }: State): string {
  const style = { size: 44, labelFill }
  const fixed: readonly (readonly [number, number, string, string])[] = [
    [700, 196, 'Type / Type', 'P'],
    [900, 196, "Code de l'État / State code", code],
    [700, 544, 'Nationalité / Nationality', nationality],
    [1380, 780, 'Autorité / Authority', 'SPÉCIMEN'],
  ]
  const own: readonly (readonly [number, number, string, string])[] = [
    [1380, 196, 'Passeport N° / Passport No.', 'number'],
    [700, 308, 'Nom / Surname', 'surname'],
    [700, 426, 'Prénoms / Given names', 'givenNames'],
    [1380, 544, 'Taille / Height', 'height'],
    [700, 662, 'Date de naissance / Date of birth', 'born'],
    [1380, 662, 'Sexe / Sex', 'sex'],
    [700, 780, 'Lieu de naissance / Place of birth', 'birthPlace'],
    [700, 898, 'Date de délivrance / Date of issue', 'issued'],
    [1380, 898, "Date d'expiration / Date of expiry", 'expires'],
  ]
  return [
    ...[...fixed, ...own].map(([x, y, title]) => label(x, fold + y, title, style)),
    ...fixed.map(([x, y, , value]) =>
      text(x, fold + y + valueDrop(style), value, valueStyle(style)),
    ),
    ...own.map(([x, y, , name]) =>
      pen.value(x, fold + y + valueDrop(style), name, valueStyle(style)),
    ),
  ].join('')
}

export function passport(country: Country, face: Face, pen: Pen): Sheet {
  const state = states[country]
  const content = `${ground(state)}${pageBefore(state)}
    ${state.flag}
    ${text(262, fold + 108, state.name, { size: 50, weight: 'bold', fill: '#243a6b', spacing: 3 })}
    ${text(width - 110, fold + 108, 'PASSEPORT · PASSPORT', { size: 42, fill: '#7c2230', weight: 'bold', anchor: 'end', spacing: 3 })}
    ${braid({ x: 110, y: fold + 146, width: width - 220 }, { strands: 5, periods: 44, swing: 8 }, { stroke: '#5a6b8f', width: 1.3, opacity: 0.6 })}
    ${photo(face)}${fields(pen, state)}
    ${signature(`translate(120 ${fold + 900}) scale(1.55)`)}${text(120, fold + 1060, 'Signature du titulaire / Holder', { size: 23, fill: labelFill, family: families.condensed })}
    ${foilSeal(1960, fold + 350, 118)}
    <rect y="${fold + 1100}" width="${width}" height="${height - fold - 1100}" fill="#fbfaf4" fill-opacity="0.93"/>
    ${[1, 2].map((line) => pen.line(`line${line}`, { x: 100, y: fold + 1110 + line * 125, width: width - 200, size: 66 })).join('')}
    ${specimenMark({ x: 1180, y: fold + 560 }, { size: 270, angle: -17 })}`
  return {
    width,
    height,
    corner: 40,
    definitions: portraitDefinitions() + foilDefinitions + definitions,
    content,
  }
}
