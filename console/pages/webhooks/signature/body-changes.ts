// Changes that a body may suffer between the wire and the check, and how to undo each. Pure.

import { type Bytes, concat, utf8 } from './digest.ts'

export type BodyChange =
  | 'newline_added'
  | 'newline_lost'
  | 'line_ends'
  | 'mark_added'
  | 'mark_lost'
  | 'json_rewritten'
  | 'encoded_twice'

/** Candidates for the original body, each with the change that would explain this one. */
export function bodiesBefore(body: Bytes): readonly (readonly [BodyChange, Bytes])[] {
  const text = textOf(body)
  if (text === undefined) return []
  const isMarked = text.startsWith(mark)
  const candidates: readonly (readonly [BodyChange, string | undefined])[] = [
    ['newline_added', text.replace(/\r?\n$/, '')],
    ['newline_added', text.replace(/\s+$/, '')],
    ['newline_lost', `${text}\n`],
    ['newline_lost', `${text}\r\n`],
    ['line_ends', text.replaceAll('\r\n', '\n')],
    ['line_ends', text.replaceAll(/\r?\n/g, '\r\n')],
    ['line_ends', `${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`],
    ['mark_added', isMarked ? text.slice(mark.length) : undefined],
    ['mark_lost', isMarked ? undefined : mark + text],
    ['json_rewritten', asWeWriteJson(text)],
  ]
  const bodies = candidates.flatMap(([change, before]) =>
    before === undefined || before === text ? [] : [[change, utf8(before)] as const],
  )
  const single = encodedOnce(text)
  return single === undefined ? bodies : [...bodies, ['encoded_twice', single]]
}

/**
 * Whether the event's fields are in another order than sent: a sign of JSON that was parsed and
 * written again with sorted keys.
 */
export function isReordered(body: Bytes): boolean {
  const event = parse(textOf(body) ?? '')
  if (typeof event !== 'object' || event === null) return false
  const names = Object.keys(event).filter((name) => sentOrder.includes(name))
  return names.length === sentOrder.length && names.join() !== sentOrder.join()
}

/** Concatenates strings and bytes. */
export function joined(...parts: readonly (string | Bytes)[]): Bytes {
  return concat(...parts.map((part) => (typeof part === 'string' ? utf8(part) : part)))
}

const mark = '\uFEFF'
const sentOrder = ['id', 'event', 'data', 'timestamp']

function asWeWriteJson(text: string): string | undefined {
  const value = parse(text.replace(mark, ''))
  return value === undefined ? undefined : JSON.stringify(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undoes UTF-8 read as Latin-1 and written as UTF-8 again: "Ã©" instead of "é". */
function encodedOnce(text: string): Bytes | undefined {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const isLatin = codes.every((code) => code <= 0xff)
  return isLatin && codes.some((code) => code > 0x7f) ? Uint8Array.from(codes) : undefined
}

function textOf(body: Bytes): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return undefined
  }
}
