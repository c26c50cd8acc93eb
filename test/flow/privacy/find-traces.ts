// Looks for values in bytes, in every form in which a program might have let them slip: other case,
// without accents, other encodings, inside something encoded.

import { readFileSync } from 'node:fs'
import { keptFiles } from '../../support/kept-files.ts'

/** Something to be searched, under a name that says where it is from. */
export interface Place {
  readonly name: string
  readonly bytes: Buffer
}

/** `form of value in place`, one for each that was found. */
export function findTraces(places: readonly Place[], values: readonly string[]): readonly string[] {
  const searched = values.flatMap((value) =>
    [...formsOf(value)].map(([bytes, form]) => ({
      what: `${form} of ${value}`,
      bytes: Buffer.from(bytes, 'latin1'),
    })),
  )
  const search = openSearch(searched.map(({ bytes }) => bytes))
  return places.flatMap((place) => {
    const found = search(place.bytes)
    return searched
      .filter(({ bytes }) => found.has(bytes))
      .map(({ what }) => `${what} in ${place.name}`)
  })
}

/** Returns a function that reads bytes once for all patterns, of two bytes and more, and returns those in them. */
function openSearch(patterns: readonly Buffer[]): (bytes: Buffer) => ReadonlySet<Buffer> {
  const byStart = Map.groupBy(patterns, (pattern) => pattern.readUInt16BE(0))
  const isStart = new Uint8Array(65_536)
  for (const start of byStart.keys()) isStart[start] = 1
  return (bytes) => {
    const found = new Set<Buffer>()
    let start = bytes[0] ?? 0
    for (let at = 1; at < bytes.length; at += 1) {
      start = ((start << 8) | (bytes[at] ?? 0)) & 0xffff
      if (isStart[start] !== 1) continue
      for (const pattern of byStart.get(start) ?? []) {
        const here = bytes.subarray(at - 1, at - 1 + pattern.length)
        if (here.equals(pattern)) found.add(pattern)
      }
    }
    return found
  }
}

/** Every file below the folder, as it is on disk now. */
export function filesBelow(folder: string): readonly Place[] {
  return keptFiles(folder).map((name) => ({ name, bytes: readFileSync(name) }))
}

const encodings: Readonly<Record<string, (text: string) => readonly Buffer[]>> = {
  'UTF-8': (text) => [Buffer.from(text)],
  'UTF-16LE': (text) => [Buffer.from(text, 'utf16le')],
  'UTF-16BE': (text) => [Buffer.from(text, 'utf16le').swap16()],
  'Latin-1': (text) => [Buffer.from(text, 'latin1')],
  'hexadecimal digits': (text) => {
    const digits = Buffer.from(text).toString('hex')
    return [Buffer.from(digits), Buffer.from(digits.toUpperCase())]
  },
  base64: (text) => [0, 1, 2].map((before) => Buffer.from(withinBase64(text, before))),
  'base64 of URLs': (text) =>
    [0, 1, 2].map((before) =>
      Buffer.from(withinBase64(text, before).replaceAll('+', '-').replaceAll('/', '_')),
    ),
  'percent-encoding': (text) => [Buffer.from(encodeURIComponent(text))],
  'JSON escapes': (text) => [Buffer.from(text.replaceAll(/[^ -~]/gu, escapeOf))],
}

/** The value's forms as bytes (in a latin1 text, to tell equal ones), each with a name. */
function formsOf(value: string): ReadonlyMap<string, string> {
  const bare = value.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const texts = [value, value.normalize('NFD'), bare].flatMap((text) => [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
  ])
  const forms = new Map<string, string>()
  for (const text of new Set(texts)) {
    for (const [encoding, encode] of Object.entries(encodings)) {
      for (const bytes of encode(text)) forms.set(bytes.toString('latin1'), `${text} (${encoding})`)
    }
  }
  return forms
}

/** What is sure to stand in the base64 of anything that holds the text behind `before` other bytes. */
function withinBase64(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
  const whole = bytes.toString('base64').replaceAll('=', '')
  const first = Math.ceil((before * 8) / 6)
  const last = Math.floor((bytes.length * 8) / 6)
  return whole.slice(first, last)
}

function escapeOf(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
}
