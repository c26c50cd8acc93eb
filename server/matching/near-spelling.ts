// Weak signs that two words are one name: a similar spelling, or a clipped form. They count only
// where another part of the name agrees (support-pairs), and never between two frequent names.

import { spellingDistance } from './spelling-distance.ts'
import type { WordForms } from './word-forms.ts'

/** Allowed distance by the letters of the shorter spelling: Ba and Fa are two families. */
const costsByLength = [
  { lettersMin: 8, costMax: 2 },
  { lettersMin: 6, costMax: 1.5 },
  { lettersMin: 5, costMax: 1.25 },
  { lettersMin: 4, costMax: 1 },
  { lettersMin: 3, costMax: 0.5 },
] as const

/** No name is longer; a hostile one is not compared. */
const lettersMax = 24
const lettersApartMax = 3

/** Letters that a clipped name must keep: Lass for Lassana, Tony for Anthony. */
const clippedStartMin = 3
const clippedEndMin = 4
const clippedAwayMin = 2

export function isNear(one: WordForms, other: WordForms): boolean {
  if (isWithinCost(one.sound, other.sound) || isWithinCost(one.letters, other.letters)) return true
  const isListed = one.sound !== one.identity || other.sound !== other.identity
  return isListed && isWithinCost(one.identity, other.identity)
}

/** Whether one is the other without its end or its beginning. */
export function isClipped(one: WordForms, other: WordForms): boolean {
  return isClippedText(one.sound, other.sound) || isClippedText(one.letters, other.letters)
}

function isClippedText(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (long.length - short.length < clippedAwayMin) return false
  return startsLike(long, short) || endsLike(long, short)
}

/** A final i or y of a short form is a pet-name ending: Sammy for Samuel. */
function startsLike(long: string, short: string): boolean {
  if (long.charAt(0) !== short.charAt(0)) return false
  return [short, short.replace(/[iy]$/, '')].some(
    (kept) =>
      kept.length >= clippedStartMin &&
      vowelsAside(long.slice(0, kept.length)) === vowelsAside(kept),
  )
}

function endsLike(long: string, short: string): boolean {
  return short.length >= clippedEndMin && long.endsWith(short)
}

/** Folds similar vowels: Sol for Souleymane, Seko for Sekou. */
function vowelsAside(sound: string): string {
  return sound.replace(/[ou]/g, 'o').replace(/[ei]/g, 'e')
}

function isWithinCost(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  const longer = Math.max(one.length, other.length)
  if (longer > lettersMax || longer - shorter > lettersApartMax) return false
  const allowed = costsByLength.find((row) => shorter >= row.lettersMin)?.costMax
  return allowed !== undefined && spellingDistance(one, other, allowed) <= allowed
}
