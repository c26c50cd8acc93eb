// The drawings of the specimen photos, as SVG, by the names of their files.

import { moroccoFront } from './morocco.ts'
import { passport } from './passport.ts'
import { writingPen } from './pen.ts'
import { awaPrinted, awaTravelling, awaVoting, youssefPrinted } from './people.ts'
import { selfie } from './selfie.ts'
import { senegalBack, senegalFront, voterCard } from './senegal.ts'
import { onTable, slate, wood } from './table-top.ts'

const awaPen = writingPen(awaPrinted)
const youssefPen = writingPen(youssefPrinted)

export const specimens: Readonly<Record<string, () => string>> = {
  'senegal-id-front.jpg': () => onTable(senegalFront('awa', awaPen), wood),
  'senegal-id-back.jpg': () => onTable(senegalBack(awaPen), { ...wood, angle: 0.7 }),
  'morocco-cin-front.jpg': () =>
    onTable(moroccoFront('youssef', youssefPen), { ...wood, angle: 0.5 }),
  'passport.jpg': () => onTable(passport('SN', 'awa', writingPen(awaTravelling)), slate),
  'voter-card-front.jpg': () =>
    onTable(voterCard('awa', writingPen(awaVoting)), { ...wood, angle: -0.5 }),
  'selfie.jpg': () => selfie('awa'),
  'selfie-youssef.jpg': () => selfie('youssef'),
}

/** What the poor photos show, before it is spoilt. */
export const poorSpecimens: Readonly<Record<string, () => string>> = {
  'poor/blurred.jpg': () => onTable(senegalFront('awa', awaPen), wood),
  'poor/small.jpg': () => onTable(senegalFront('awa', awaPen), wood),
  'poor/small-morocco.jpg': () => onTable(moroccoFront('youssef', youssefPen), wood),
  'poor/glare.jpg': () =>
    onTable(senegalFront('awa', awaPen), wood).replace('</svg>', `${flash}</svg>`),
  'poor/dark.jpg': () => selfie('awa'),
}

/** The reflection of a flash on the plastic. */
const flash = `<radialGradient id="flash"><stop offset="0.3" stop-color="#fff"/><stop offset="1" stop-color="#fff"
  stop-opacity="0"/></radialGradient><ellipse cx="940" cy="560" rx="210" ry="130" fill="url(#flash)"/>`
