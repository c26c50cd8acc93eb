// Checks the structure of an image that is in memory, in pieces between which the server does other work.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Admission, AdmissionCheck } from './admit-image.ts'

/** A piece of a PNG of empty chunks alone takes some 15 ms, and one of a JPEG of markers alone 5 ms. */
const pieceBytes = 256 * 1024

/** Returns the same as a check of all bytes at once. The bytes must not change meanwhile. */
export async function admitInTurns(bytes: Buffer): Promise<Admission> {
  const check = new AdmissionCheck()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await turnOfTheLoop()
    check.take(bytes.subarray(at, at + pieceBytes))
  }
  return check.finish()
}
