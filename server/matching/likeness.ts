// Determines how alike two words are, as one of a few named degrees. The only file that combines
// spelling, known names and slips; judge-names decides what the degrees mean.

import { editDistance } from '../kernel/edit-distance.ts'
import { areBothFrequent } from './frequent-names.ts'
import { attachedParticles } from './known-names.ts'
import { foldLookAlikes } from './look-alikes.ts'
import { areDistinct, areRelated, identityOf } from './name-identity.ts'
import { consonantsOf, soundOf } from './name-spelling.ts'
import { isClipped, isNear } from './near-spelling.ts'
import { lettersOf } from './spelling-distance.ts'
import type { WordForms } from './word-forms.ts'

/** From the surest to the weakest. */
export const likenesses = [
  'same_writing',
  'same_sound',
  /** Another known spelling of the same name: Youssef and Yusuf. */
  'same_name',
  /** The start of the other word, cut off at the end of a full line. */
  'cut_short',
  /** Only letters differ that OCR mixes up. */
  'look_alike',
  /** The same except for an attached particle: Elalaoui and Alaoui. */
  'attached_particle',
  /** Forms of one name that different people may have: Fatou and Fatima. */
  'related',
  /** The same consonants in the same order, with vowels that transcriptions exchange. */
  'other_vowels',
  /** One or two letters differ in a long word, or a final mute e. */
  'slip',
  /** A similar spelling, by sound or by sight; needs support from another word. */
  'near',
  /** A given name without its end or its beginning: Lass for Lassana; needs support, too. */
  'clipped',
  /** One is a single letter that the other starts with. */
  'initial',
] as const
export type Likeness = (typeof likenesses)[number]
type WeakLikeness = Extract<Likeness, 'near' | 'clipped'>

/**
 * In words of up to five letters one letter makes another name (Ba and Fa, Sall and Fall, Niang and
 * Niane), so slips are only accepted in longer words.
 */
const slipsByLength = [
  { lettersMin: 9, slipsMax: 2 },
  { lettersMin: 6, slipsMax: 1 },
] as const

/** Vowels that transcriptions exchange: Ahmed Ehmed, Ibrahim Ebrahim, Omar Umar. */
const exchangedVowels: readonly string[] = ['ae', 'ei', 'ou']

/**
 * The fewer consonants two words share, the less their vowels may differ: Sané and Sène are two
 * families, so are Diakité and Diakhaté; Karim and Kerim may be one name, Souleymane and Soulaymane
 * surely are.
 */
const vowelsByConsonants = [
  { consonantsMin: 4, exchanged: 'any' },
  { consonantsMin: 3, exchanged: exchangedVowels },
  { consonantsMin: 2, exchanged: ['ei', 'ou'] },
] as const

/**
 * Letters before a final e that may be mute: a shorter word with an e added is another name (Kan
 * and Kane).
 */
const lettersBeforeMuteMin = 4

/**
 * Letters that must remain beside an attached particle, so that Elie is not read as an article and
 * "ie".
 */
const lettersBesideParticleMin = 3

/** Letters that a cut-off word must have to be recognised. */
const cutLettersMin = 2

export function formsOf(writing: string): WordForms {
  const sound = soundOf(writing)
  return {
    writing,
    sound,
    identity: identityOf(sound),
    letters: lettersOf(writing),
    looks: foldLookAlikes(writing),
  }
}

/** Returns the degree that means the same name, or undefined. */
export function sameness(one: WordForms, other: WordForms): Likeness | undefined {
  if (one.writing === other.writing) return 'same_writing'
  if (one.sound === other.sound) return 'same_sound'
  return one.identity === other.identity ? 'same_name' : undefined
}

/** Returns the surest degree between two single words, except the weak ones; or undefined. */
export function likeness(one: WordForms, other: WordForms): Likeness | undefined {
  const same = sameness(one, other)
  if (same) return same
  if (one.writing.length === 1 || other.writing.length === 1) return initialLikeness(one, other)
  if (areDistinct(one.identity, other.identity)) return undefined
  if (one.looks === other.looks) return 'look_alike'
  if (lacksParticle(one, other) || lacksParticle(other, one)) return 'attached_particle'
  if (areRelated(one.identity, other.identity)) return 'related'
  if (!startAlike(one.sound, other.sound)) return undefined
  if (differsInVowels(one.sound, other.sound)) return 'other_vowels'
  return isSlip(one.writing, other.writing) ? 'slip' : undefined
}

interface WeakLikenessInput {
  readonly one: WordForms
  readonly other: WordForms
  /** Whether short forms are used for such a name; family names have none. */
  readonly mayBeClipped: boolean
}

/**
 * Returns a degree that needs support from another word of the name; for words without a surer one.
 */
export function weakLikeness(input: WeakLikenessInput): WeakLikeness | undefined {
  const { one, other, mayBeClipped } = input
  if (one.writing.length === 1 || other.writing.length === 1) return undefined
  if (areDistinct(one.identity, other.identity)) return undefined
  if (areBothFrequent(one.identity, other.identity)) return undefined
  if (isNear(one, other)) return 'near'
  return mayBeClipped && isClipped(one, other) ? 'clipped' : undefined
}

/** Whether `cut` can be `whole` with its end cut off. */
export function isCutShort(cut: WordForms, whole: WordForms): boolean {
  return (
    cut.writing.length >= cutLettersMin &&
    cut.writing.length < whole.writing.length &&
    whole.writing.startsWith(cut.writing)
  )
}

function initialLikeness(one: WordForms, other: WordForms): Likeness | undefined {
  return one.writing[0] === other.writing[0] ? 'initial' : undefined
}

function lacksParticle(bare: WordForms, full: WordForms): boolean {
  return attachedParticles.some((particle) => {
    if (!full.writing.startsWith(particle)) return false
    const rest = full.writing.slice(particle.length)
    if (rest.length < lettersBesideParticleMin) return false
    return sameness(bare, formsOf(rest)) !== undefined
  })
}

/**
 * Whether two words begin alike: people seldom get the first letter wrong, and it distinguishes
 * Samba from Bamba.
 */
function startAlike(one: string, other: string): boolean {
  return (
    one.charAt(0) === other.charAt(0) || differBy(one.charAt(0), other.charAt(0), exchangedVowels)
  )
}

function differsInVowels(one: string, other: string): boolean {
  const consonants = consonantsOf(one)
  if (consonants !== consonantsOf(other)) return false
  const row = vowelsByConsonants.find(({ consonantsMin }) => consonants.length >= consonantsMin)
  if (!row) return false
  return row.exchanged === 'any' || differBy(one, other, row.exchanged)
}

/**
 * Whether all letters that differ, position by position, are in the list of pairs (each in
 * alphabetical order).
 */
function differBy(one: string, other: string, pairs: readonly string[]): boolean {
  if (one.length !== other.length) return false
  return Array.from(one).every((letter, at) => {
    const pair = [letter, other.charAt(at)].sort().join('')
    return letter === other.charAt(at) || pairs.includes(pair)
  })
}

function isSlip(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  if (longer === `${shorter}e` && shorter.length >= lettersBeforeMuteMin) return true
  const allowed = slipsByLength.find((row) => shorter.length >= row.lettersMin)?.slipsMax
  return allowed !== undefined && editDistance(one, other, allowed) <= allowed
}
