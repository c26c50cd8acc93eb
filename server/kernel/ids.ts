// Identifiers: a prefix that names the kind, then an opaque part that sorts by creation time.

import { base32Alphabet, pairOf } from './base32-pair.ts'
import { createIdEnds } from './id-ends.ts'
import { drawSixteenBits } from './random-bytes.ts'

/** Every kind of id, public ones (rulings 1.4) and internal ones. */
export type IdPrefix =
  | 'ver'
  | 'scr'
  | 'wh'
  | 'evt'
  | 'dlv'
  | 'use'
  | 'key'
  | 'usr'
  | 'ntc'
  | 'req'
  | 'img'
  | 'job'
  | 'node'
  | 'ins'
  | 'alr'
  | 'aud'
  | 'ses'
  | 'out'
  | 'rev'
  | 'ent'
  | 'prp'
  | 'dec'
  | 'rnt'
  | 'flt'
  | 'qck'
  | 'apr'
  | 'era'
  | 'hld'
  | 'bak'
  | 'cpy'
  | 'exp'

const timeCharacters = 10
const randomCharacters = 12
const endCharacters = 4
/** The opaque part: 26 characters of the alphabet. */
const opaqueShape = /^[0-9a-hjkmnp-tv-z]{26}$/
const nextEnd = createIdEnds()

/**
 * Returns a new id such as `ver_01kx3b...`: 48 bits of `nowMs`, 60 random bits and an end (`id-ends`) in Crockford
 * base 32. Ids of one kind sort by creation time as plain text. An id is no secret.
 */
export function newId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${encodeTime(nowMs)}${randomToken(randomCharacters)}${nextEnd(nowMs)}`
}

/** Returns whether `text` is shaped like an id of this kind. The id need not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && opaqueShape.test(text.slice(prefix.length + 1))
}

/** Returns the JSON Schema pattern of an id of this kind. */
export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_[0-9a-hjkmnp-tv-z]{${timeCharacters + randomCharacters + endCharacters}}$`
}

/** Returns the smallest id of this kind that can be created at `instantMs` or later. */
export function firstIdAt(prefix: IdPrefix, instantMs: number): string {
  return `${prefix}_${encodeTime(Math.max(0, instantMs))}${'0'.repeat(randomCharacters + endCharacters)}`
}

/** Returns when an id was created, in milliseconds since 1970. It inverts `firstIdAt`. */
export function instantOfId(id: string): number {
  const opaque = id.slice(id.indexOf('_') + 1)
  let ms = 0
  for (const character of opaque.slice(0, timeCharacters)) {
    ms = ms * 32 + base32Alphabet.indexOf(character)
  }
  return ms
}

/** Returns a random token of `characters` base 32 characters (5 bits each), for names that must not be guessable. */
export function randomToken(characters: number): string {
  let token = ''
  for (let index = 0; index < characters; index += 2) token += pairOf(drawSixteenBits())
  return characters % 2 === 0 ? token : token.slice(0, characters)
}

function encodeTime(nowMs: number): string {
  let rest = nowMs
  let text = ''
  for (let index = 0; index < timeCharacters; index += 2) {
    text = pairOf(rest % 1024) + text
    rest = Math.floor(rest / 1024)
  }
  return text
}
