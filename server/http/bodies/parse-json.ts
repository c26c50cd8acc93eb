// Parses a JSON text strictly and drops fields that are absent. JSON.parse accepts duplicate keys and any depth, so
// they are looked for afterwards: a text without escapes has as many quotes as its keys and strings need, or more
// if a key was given twice. Only a text that does not pass is scanned for its flaw, which costs five times as much.

import { tryJson } from '../../kernel/try-json.ts'
import { findJsonFlaw, type JsonFlaw } from './json-flaw.ts'

type ParsedJson =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'flawed'; readonly flaw: JsonFlaw }

/** Names with a meaning in JavaScript. No field of the API has them, so they are dropped. */
const inertNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Drops fields that are null (rulings 9.1), because many serialisers write every field they know. In a list
 * null stays, as an item of the wrong type.
 * @param depthMax objects and lists within each other
 */
export function parseJson(text: string, depthMax: number): ParsedJson {
  const value = tryJson(text)
  if (value === undefined || text.includes('\\') || stringsIn(value, depthMax) !== quotedIn(text)) {
    const flaw = findJsonFlaw(text, depthMax)
    if (flaw !== undefined) return { kind: 'flawed', flaw }
  }
  dropAbsent(value)
  return { kind: 'valid', value }
}

/** Returns the number of quoted tokens of a text without escapes. */
function quotedIn(text: string): number {
  let quotes = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1
  return quotes / 2
}

/** Returns the number of keys and strings, or NaN if the value is nested more than `depthLeft` levels deep. */
function stringsIn(value: unknown, depthLeft: number): number {
  if (typeof value === 'string') return 1
  if (typeof value !== 'object' || value === null) return 0
  if (depthLeft === 0) return Number.NaN
  let strings = 0
  if (Array.isArray(value)) {
    for (const item of value) strings += stringsIn(item, depthLeft - 1)
    return strings
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(fields)) strings += 1 + stringsIn(fields[name], depthLeft - 1)
  return strings
}

function dropAbsent(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) dropAbsent(item)
    return
  }
  const fields = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const field = fields[name]
    if (inertNames.has(name) || (field === null && name !== '')) delete fields[name]
    else dropAbsent(field)
  }
}
