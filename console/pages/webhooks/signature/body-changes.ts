// What happens to a body between the wire and the check, and how each such change is taken back. Pure.

import { type Bytes, concat, utf8 } from './digest.ts'

export type BodyChange =
  | 'newline_added'
  | 'newline_lost'
  | 'line_ends'
  | 'mark_added'
  | 'mark_lost'
  | 'json_rewritten'
  | 'encoded_twice'

/** Bodies that this one may have been, each with what then happened to it. */
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
 * Whether the parts of an event stand in another order than they are sent in: where nothing else explains it,
 * that is a sign of JSON that was read and written anew by something that sorts.
 */
export function isReordered(body: Bytes): boolean {
  const event = parse(textOf(body) ?? '')
  if (typeof event !== 'object' || event === null) return false
  const names = Object.keys(event).filter((name) => sentOrder.includes(name))
  return names.length === sentOrder.length && names.join() !== sentOrder.join()
}

/** For those who join what is before the body to it. */
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

/** UTF-8 that was read as Latin-1 and written as UTF-8 again: "Ã©" in the place of "é". */
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
