// Splits a name into words, each with its position in the text and a plain spelling, so that case,
// accents, apostrophes and punctuation make no difference from here on.

export type NameField = 'firstName' | 'lastName' | 'otherNames' | 'fullName'

/** The position of a word: UTF-16 offsets into the field as given, `end` exclusive. */
export interface NameSpan {
  readonly field: NameField
  readonly start: number
  readonly end: number
}

export interface NameWord {
  readonly span: NameSpan
  /** Lower case a-z and digits for a Latin word; otherwise letters without marks. */
  readonly writing: string
  readonly script: 'latin' | 'other'
}

/** Apostrophes in every form: part of a word, and ignored. */
const apostrophes = "'`´’‘‛′ꞌ＇"

const word = new RegExp(`[\\p{L}\\p{M}\\p{Nd}\\p{Cf}${apostrophes}]+`, 'gu')
/** Also modifier letters (the other apostrophes, the Arabic tatweel) and invisible characters. */
const silent = new RegExp(`[\\p{Lm}\\p{Cf}${apostrophes}]`, 'gu')

/**
 * Letters that Unicode does not decompose, as documents transcribe them (ICAO 9303-3, section 6).
 */
const transcriptions: ReadonlyMap<string, string> = new Map([
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['ß', 'ss'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  // Wolof, Pulaar, Akan and Hausa letters, as their French and English spellings have them.
  ['ŋ', 'ng'],
  ['ɲ', 'n'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ƴ', 'y'],
  ['ƙ', 'k'],
  ['ɛ', 'e'],
  ['ε', 'e'], // Greek, typed where a keyboard has no open e.
  ['ɔ', 'o'],
  // Ewe letters, as its English spellings have them.
  ['ɖ', 'd'],
  ['ƒ', 'f'],
  ['ʋ', 'v'],
  // Arabic letters that are written one for the other at the end of a word.
  ['ة', 'ه'],
  ['ى', 'ي'],
  ['ٱ', 'ا'],
])

/**
 * Returns the words of one field, in order. Anything but letters, digits and apostrophes separates
 * words.
 */
export function wordsOf(field: NameField, text: string): readonly NameWord[] {
  return [...text.matchAll(word)].flatMap((match) => {
    const writing = plainWriting(match[0])
    if (/^\d*$/.test(writing)) return []
    const span = { field, start: match.index, end: match.index + match[0].length }
    return [{ span, writing, script: /^[a-z0-9]+$/.test(writing) ? 'latin' : 'other' }]
  })
}

function plainWriting(text: string): string {
  const letters = text.replace(silent, '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Array.from(letters, (letter) => transcriptions.get(letter) ?? letter).join('')
}
