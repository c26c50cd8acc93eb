// Characters that steer a terminal, a text made of them, and the judgement of what svc wrote.

import assert from 'node:assert/strict'
import type { Ran } from '../memory-shell.ts'

const codes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))

/** Every control character but line ends and tabs, and every mark that turns the order of a text. */
export const steering = [
  ...codes(0x00, 0x08),
  ...codes(0x0b, 0x1f),
  ...codes(0x7f, 0x9f),
  '\u061c',
  ...codes(0x200e, 0x200f),
  ...codes(0x2028, 0x202e),
  ...codes(0x2066, 0x2069),
]
/** What would set the title of the window and wipe the screen, and then every character there is. */
export const planted = `x\x1b]0;owned\x07\x1b[2J${steering.join('')}\x9b31my`

/** What the command line itself begins a line of progress with, where the work takes long enough for one. */
const ownProgress = '\r\x1b[2K'

export function assertClean(ran: Ran, what: string): void {
  for (const stream of ['out', 'err'] as const) {
    const text = ran[stream].replaceAll('\r\n', '\n').replaceAll(ownProgress, '')
    const found = steering.filter((one) => text.includes(one))
    const named = found.map((one) => `U+${one.codePointAt(0)?.toString(16)}`)
    assert.deepEqual(named, [], `${what}: in std${stream}`)
  }
}
