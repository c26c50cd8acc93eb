// The Senegalese specimens: both sides of an identity card, and a voter's card. They have the
// layout of the real cards but none of their design.

import type { Face } from '../../server/demo/invented/faces.ts'
import { families, group, label, specimenMark, text, valueDrop, valueStyle } from './drawing.ts'
import {
  baobab,
  chip,
  foilDefinitions,
  foilSeal,
  signature,
  star,
  threeBandFlag,
} from './emblems.ts'
import { braid, rosette, waves } from './guilloche.ts'
import type { Pen } from './pen.ts'
import { portrait, portraitDefinitions } from './portrait.ts'
import type { Sheet } from './table-top.ts'

const width = 1440
const height = 908
const corner = 46
const labelFill = '#3f6b57'

const paper = `<linearGradient id="paper" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#e6eedb"/>
    <stop offset="0.45" stop-color="#f1ecd2"/><stop offset="1" stop-color="#e9d3c4"/></linearGradient>
  <linearGradient id="studio" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#cfdce0"/><stop offset="1" stop-color="#aebfc7"/></linearGradient>
  <clipPath id="photo"><rect x="62" y="214" width="352" height="452" rx="14"/></clipPath>
  <clipPath id="ghost"><ellipse cx="1262" cy="640" rx="104" ry="128"/></clipPath>`

function ground(): string {
  return `<rect width="${width}" height="${height}" fill="url(#paper)"/>
    ${waves({ x: -20, y: 150, width: width + 40, height: 640 }, { count: 64, periods: 5, swing: 20 }, { stroke: '#2f8a5b', width: 0.9, opacity: 0.34 })}
    ${waves({ x: -20, y: 190, width: width + 40, height: 560 }, { count: 36, periods: 3, swing: 34 }, { stroke: '#c98a2b', width: 0.9, opacity: 0.32 })}
    ${rosette({ x: 960, y: 500, radius: 300 }, { petals: 10, curves: 9, swing: 0.2 }, { stroke: '#b5483b', width: 1, opacity: 0.34 })}
    ${rosette({ x: 960, y: 500, radius: 176 }, { petals: 14, curves: 9, swing: 0.36 }, { stroke: '#2f7a8a', width: 0.9, opacity: 0.32 })}
    ${braid({ x: 0, y: 872, width }, { strands: 6, periods: 24, swing: 12 }, { stroke: '#1d6b45', width: 1.2, opacity: 0.55 })}`
}

function heading(title: string, subtitle: string, fill = '#0f6b43'): string {
  return `<rect width="${width}" height="150" fill="${fill}" fill-opacity="0.92"/>
    <rect y="150" width="${width}" height="7" fill="#f4cf4a"/><rect y="157" width="${width}" height="4" fill="#c92b36"/>
    ${threeBandFlag(62, 38, 118)}
    ${text(212, 70, 'RÉPUBLIQUE DU SÉNÉGAL', { size: 42, fill: '#ffffff', weight: 'bold', spacing: 2 })}
    ${text(212, 118, title, { size: 31, fill: '#f9e9b0', family: families.condensed, spacing: 2 })}
    ${text(width - 62, 118, subtitle, { size: 25, fill: '#d8eadf', family: families.condensed, anchor: 'end' })}`
}

function photo(face: Face): string {
  return `${group(
    `<rect x="62" y="214" width="352" height="452" fill="url(#studio)"/>${portrait(face, 'translate(42 206) scale(0.98)')}`,
    'clip-path="url(#photo)"',
  )}<rect x="62" y="214" width="352" height="452" rx="14" fill="none" stroke="#2d6f52" stroke-width="3"/>`
}

/** Places, labels and names of values. */
type Fields = readonly (readonly [x: number, y: number, label: string, name: string])[]

function fields(pen: Pen, entries: Fields, size = 36): string {
  const style = { size, labelFill }
  return entries
    .map(
      ([x, y, title, name]) =>
        label(x, y, title, style) + pen.value(x, y + valueDrop(style), name, valueStyle(style)),
    )
    .join('')
}

export function senegalFront(face: Face, pen: Pen): Sheet {
  const ghost = `<g clip-path="url(#ghost)" opacity="0.42">${portrait(face, 'translate(1132 500) scale(0.65)')}</g>`
  const content = `${ground()}${baobab('translate(760 300) scale(2.1)', '#2f7a4c', 0.12)}
    ${heading("CARTE D'IDENTITÉ CEDEAO", 'ECOWAS IDENTITY CARD')}${photo(face)}${ghost}
    ${fields(pen, [
      [460, 232, 'Nom / Surname', 'surname'],
      [460, 316, 'Prénoms / Given names', 'givenNames'],
      [460, 400, 'Date de naissance / Date of birth', 'born'],
      [840, 400, 'Sexe / Sex', 'sex'],
      [980, 400, 'Taille / Height', 'height'],
      [460, 484, 'Lieu de naissance / Place of birth', 'birthPlace'],
      [460, 568, 'Délivrée le / Issued', 'issued'],
      [840, 568, 'Expire le / Expires', 'expires'],
      [460, 652, 'N° de la carte / Card number', 'number'],
    ])}
    ${signature('translate(70 706) scale(1.05)')}${text(70, 816, 'Signature', { size: 19, fill: labelFill, family: families.condensed })}
    ${chip(1180, 214, 150)}${foilSeal(830, 776, 62)}
    ${text(width - 62, 836, 'SPÉCIMEN SANS VALEUR · NO VALUE', { size: 21, fill: '#8f1f2a', anchor: 'end', weight: 'bold', spacing: 1 })}
    ${specimenMark({ x: 760, y: 500 }, { size: 190, angle: -18 })}`
  return { width, height, corner, definitions: definitions(), content }
}

export function senegalBack(pen: Pen): Sheet {
  const content = `${ground()}${baobab('translate(520 20) scale(2.3)', '#2f7a4c', 0.1)}
    ${text(62, 84, "RÉPUBLIQUE DU SÉNÉGAL · CARTE D'IDENTITÉ CEDEAO", { size: 27, weight: 'bold', fill: '#0f6b43', spacing: 1 })}
    ${barcode(1010, 128, 368, 96)}
    ${fields(
      pen,
      [
        [62, 132, 'Adresse / Address', 'address'],
        [62, 224, "Centre d'enregistrement", 'centre'],
        [62, 316, 'NIN', 'number'],
        [62, 408, 'Autorité / Authority', 'authority'],
      ],
      32,
    )}
    ${foilSeal(1260, 430, 92)}
    <rect y="560" width="${width}" height="348" fill="#fbfaf3" fill-opacity="0.9"/>
    ${[1, 2, 3].map((line) => pen.line(`line${line}`, { x: 62, y: 574 + line * 88, width: width - 124, size: 62 })).join('')}
    ${specimenMark({ x: 700, y: 330 }, { size: 170, angle: -16 })}`
  return { width, height, corner, definitions: definitions(), content }
}

export function voterCard(face: Face, pen: Pen): Sheet {
  const content = `${ground()}${baobab('translate(780 300) scale(2.1)', '#a5612a', 0.14)}
    ${heading("CARTE D'ÉLECTEUR", 'VOTER CARD', '#2b4a7d')}${photo(face)}
    ${fields(pen, [
      [460, 232, 'Nom', 'surname'],
      [460, 316, 'Prénoms', 'givenNames'],
      [460, 400, 'Né(e) le', 'born'],
      [840, 400, 'à', 'birthPlace'],
      [460, 484, 'Numéro électeur', 'number'],
      [840, 484, 'Commune', 'commune'],
      [460, 568, 'Délivrée le', 'issued'],
      [840, 568, "Valable jusqu'au", 'expires'],
      [460, 652, 'Lieu de vote', 'pollingPlace'],
    ])}
    ${star(1270, 292, 66, '#2b4a7d')}${star(1270, 292, 40, '#f4cf4a')}
    ${fingerprint(1272, 690)}
    ${signature('translate(70 706) scale(1.05)')}${text(70, 816, "Signature de l'électeur", { size: 19, fill: labelFill, family: families.condensed })}
    ${text(width - 62, 836, 'SPÉCIMEN SANS VALEUR', { size: 21, fill: '#8f1f2a', anchor: 'end', weight: 'bold', spacing: 1 })}
    ${specimenMark({ x: 760, y: 500 }, { size: 190, angle: -18, fill: '#7a2a8c' })}`
  return { width, height, corner, definitions: definitions(), content }
}

function definitions(): string {
  return portraitDefinitions() + foilDefinitions + paper
}

/** Bars of widths that spell nothing. */
function barcode(x: number, y: number, barsWidth: number, barsHeight: number): string {
  let at = x
  const bars: string[] = []
  for (let index = 0; at < x + barsWidth; index += 1) {
    const bar = 2 + ((index * 7 + 3) % 5) * 1.6
    bars.push(`<rect x="${at.toFixed(1)}" y="${y}" width="${bar}" height="${barsHeight}"/>`)
    at += bar + 2.5 + ((index * 5 + 1) % 4) * 1.7
  }
  return `<g fill="#1c2733">${bars.join('')}</g>`
}

/** Ridges of no finger around (x, y). */
function fingerprint(x: number, y: number): string {
  const ridges = Array.from({ length: 13 }, (_, index) => {
    const points = Array.from({ length: 49 }, (_, step) => {
      const angle = (step / 48) * Math.PI * 2
      const bend = 1 + 0.09 * Math.sin(angle * 2 + index * 0.5) + 0.05 * Math.sin(angle * 3 - index)
      const at = [x + index * 5.8 * bend * Math.cos(angle), y + index * 8 * bend * Math.sin(angle)]
      return at.map((value) => value.toFixed(1)).join(',')
    })
    return `M${points.join(' ')}`
  })
  return `<clipPath id="finger"><ellipse cx="${x}" cy="${y}" rx="58" ry="82"/></clipPath>
    <rect x="${x - 78}" y="${y - 104}" width="156" height="208" rx="10" fill="#ffffff" fill-opacity="0.5" stroke="#6a7f92"/>
    <path d="${ridges.join(' ')}" clip-path="url(#finger)" fill="none" stroke="#31445c" stroke-opacity="0.8" stroke-width="3.1"
      stroke-dasharray="52 3 20 4"/>`
}
