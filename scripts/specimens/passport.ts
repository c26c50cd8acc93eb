// The passport specimen: an open booklet, its page with the machine-readable lines below. Drawn freely;
// see `senegal.ts`.

import { evenlySpaced, families, field, group, specimenMark, text } from './drawing.ts'
import { baobab, foilDefinitions, foilSeal, signature, threeBandFlag } from './emblems.ts'
import { braid, rosette, waves } from './guilloche.ts'
import { passportLines } from './machine-lines.ts'
import { awa, awaPrinted } from './people.ts'
import { portrait, portraitDefinitions } from './portrait.ts'
import type { Sheet } from './table-top.ts'

const width = 2200
const height = 1720
/** Where the booklet folds: above it the page before, below it the page with the photo. */
const fold = 250
const labelFill = '#4c5c86'

const definitions = `<linearGradient id="page" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#dfe6ef"/>
    <stop offset="0.5" stop-color="#ece7dc"/><stop offset="1" stop-color="#d8e6dc"/></linearGradient>
  <linearGradient id="crease" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#28323e" stop-opacity="0"/>
    <stop offset="0.5" stop-color="#28323e" stop-opacity="0.55"/><stop offset="1" stop-color="#28323e" stop-opacity="0"/></linearGradient>
  <linearGradient id="studio" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d3dde2"/><stop offset="1" stop-color="#b2c1c9"/></linearGradient>
  <clipPath id="photo"><rect x="110" y="${fold + 190}" width="520" height="668" rx="10"/></clipPath>
  <clipPath id="ghost"><ellipse cx="1960" cy="${fold + 760}" rx="150" ry="186"/></clipPath>`

function ground(): string {
  return `<rect width="${width}" height="${height}" fill="url(#page)"/>
    ${waves({ x: -20, y: fold + 60, width: width + 40, height: 1040 }, { count: 44, periods: 6, swing: 30 }, { stroke: '#3f6aa3', width: 1.2, opacity: 0.3 })}
    ${waves({ x: -20, y: fold + 120, width: width + 40, height: 900 }, { count: 22, periods: 4, swing: 52 }, { stroke: '#2f8a5b', width: 1.2, opacity: 0.28 })}
    ${rosette({ x: 1420, y: fold + 560, radius: 430 }, { petals: 12, curves: 9, swing: 0.2 }, { stroke: '#b5483b', width: 1.3, opacity: 0.3 })}
    ${rosette({ x: 1420, y: fold + 560, radius: 240 }, { petals: 16, curves: 9, swing: 0.34 }, { stroke: '#b1842e', width: 1.2, opacity: 0.34 })}
    ${baobab(`translate(1130 ${fold + 270}) scale(2.9)`, '#3b5f8a', 0.1)}`
}

/** The page before, of which the photo shows the lower end. */
function pageBefore(): string {
  return `<rect width="${width}" height="${fold}" fill="#e7e2d4"/>
    ${waves({ x: -20, y: -40, width: width + 40, height: 270 }, { count: 13, periods: 6, swing: 22 }, { stroke: '#3f6aa3', width: 1.2, opacity: 0.32 })}
    ${text(110, 92, 'Ce passeport est un spécimen. Il ne permet aucun voyage.', { size: 32, fill: '#4a5568', family: families.serif, italic: true })}
    ${text(110, 146, 'This passport is a specimen. It is not valid for travel.', { size: 32, fill: '#4a5568', family: families.serif, italic: true })}
    ${text(width - 110, 146, '2', { size: 32, fill: '#4a5568', family: families.serif, anchor: 'end' })}
    <rect y="${fold - 34}" width="${width}" height="68" fill="url(#crease)"/>
    <path d="M0,${fold} H${width}" stroke="#7c2230" stroke-width="2.5" stroke-dasharray="16 12" stroke-opacity="0.6"/>`
}

function photo(): string {
  return `${group(
    `<rect x="110" y="${fold + 190}" width="520" height="668" fill="url(#studio)"/>${portrait('awa', `translate(80 ${fold + 184}) scale(1.45)`)}`,
    'clip-path="url(#photo)"',
  )}<rect x="110" y="${fold + 190}" width="520" height="668" rx="10" fill="none" stroke="#5a6b8f" stroke-width="3"/>
  <g clip-path="url(#ghost)" opacity="0.38">${portrait('awa', `translate(1770 ${fold + 552}) scale(0.95)`)}</g>`
}

function fields(): string {
  const entries: readonly (readonly [number, number, string, string])[] = [
    [700, 196, 'Type / Type', 'P'],
    [900, 196, "Code de l'État / State code", awa.state],
    [1380, 196, 'Passeport N° / Passport No.', awa.documentNumber],
    [700, 308, 'Nom / Surname', awaPrinted.surname],
    [700, 426, 'Prénoms / Given names', awaPrinted.givenNames.toUpperCase()],
    [700, 544, 'Nationalité / Nationality', 'SÉNÉGALAISE'],
    [1380, 544, 'Taille / Height', awaPrinted.height],
    [700, 662, 'Date de naissance / Date of birth', '14 MARS/MAR 1994'],
    [1380, 662, 'Sexe / Sex', awa.sex],
    [700, 780, 'Lieu de naissance / Place of birth', awaPrinted.birthPlace],
    [1380, 780, 'Autorité / Authority', 'SPÉCIMEN'],
    [700, 898, 'Date de délivrance / Date of issue', '10 JUIN/JUN 2025'],
    [1380, 898, "Date d'expiration / Date of expiry", '09 JUIN/JUN 2035'],
  ]
  return entries
    .map(([x, y, label, value]) => field(x, fold + y, { label, value }, { size: 44, labelFill }))
    .join('')
}

export function passport(): Sheet {
  const content = `${ground()}${pageBefore()}
    ${threeBandFlag(110, fold + 50, 116)}
    ${text(262, fold + 108, 'RÉPUBLIQUE DU SÉNÉGAL', { size: 50, weight: 'bold', fill: '#243a6b', spacing: 3 })}
    ${text(width - 110, fold + 108, 'PASSEPORT · PASSPORT', { size: 42, fill: '#7c2230', weight: 'bold', anchor: 'end', spacing: 3 })}
    ${braid({ x: 110, y: fold + 146, width: width - 220 }, { strands: 5, periods: 44, swing: 8 }, { stroke: '#5a6b8f', width: 1.3, opacity: 0.6 })}
    ${photo()}${fields()}
    ${signature(`translate(120 ${fold + 900}) scale(1.55)`)}${text(120, fold + 1060, 'Signature du titulaire / Holder', { size: 23, fill: labelFill, family: families.condensed })}
    ${foilSeal(1960, fold + 350, 118)}
    <rect y="${fold + 1100}" width="${width}" height="${height - fold - 1100}" fill="#fbfaf4" fill-opacity="0.93"/>
    ${passportLines(awa)
      .map((line, index) =>
        evenlySpaced(line, { x: 100, y: fold + 1235 + index * 125, width: width - 200, size: 66 }),
      )
      .join('')}
    ${specimenMark({ x: 1180, y: fold + 560 }, { size: 270, angle: -17 })}`
  return {
    width,
    height,
    corner: 40,
    definitions: portraitDefinitions() + foilDefinitions + definitions,
    content,
  }
}
