// A rotation of a data key: the re-encryption of what an older key has encrypted. Judges from what is stored whether it
// moves on.

import type { RotatablePurpose } from '../../crypto/purpose-key.ts'
import { dayMs } from '../../kernel/durations.ts'

export interface KeyRotation {
  /** The new key. */
  readonly keyId: string
  readonly purpose: RotatablePurpose
  readonly startedAt: number
  /** When the last batch was written. */
  readonly movedAt: number
  /** From when the new key is used. */
  readonly usedFrom: number
  readonly position: string
  readonly rowsRead: number
  readonly rowsChanged: number
  readonly rowsFailed: number
  readonly changedInPass: number
  readonly reencryptedAt: number | undefined
  readonly lastPassFrom: number | undefined
  readonly finishedAt: number | undefined
}

export interface StalledRotation {
  readonly purposes: readonly string[]
  /** When the first of them was started. */
  readonly since: number
  /** When the last of them moved on. */
  readonly movedAt: number
}

/** How far changes of keys have come. */
export interface KeyProgress {
  readonly stalled: StalledRotation | undefined
  /** What to do about a change of the master key that was interrupted. */
  readonly unfinished: string | undefined
  /** Servers that hold an older master key than the database has. */
  readonly behind: readonly string[]
}

/** A server takes up a rotation within seconds, and writes a batch at least every few seconds. */
const idleMsMax = 10 * 60 * 1000
/** Re-encrypting a million verifications takes hours. */
export const rotationMsMax = 7 * dayMs

/** The old pepper of API keys stays until the last key made with it is revoked or has expired. */
export function isServersWork({
  purpose,
  finishedAt,
}: Pick<KeyRotation, 'purpose' | 'finishedAt'>): boolean {
  return finishedAt === undefined && purpose !== 'mac_api_key'
}

/**
 * Returns what does not move on while servers run; undefined if everything does.
 * @param rotations the newest first; the server works on the last one first
 * @param servedSince when the first server that runs was started; undefined if none runs
 */
export function findStalled(
  rotations: readonly KeyRotation[],
  { servedSince, nowMs }: { readonly servedSince: number | undefined; readonly nowMs: number },
): StalledRotation | undefined {
  const open = rotations.filter(isServersWork)
  // What fell due while no server ran is not late before a server could begin.
  if (servedSince === undefined || nowMs - servedSince <= idleMsMax) return undefined
  const next = open.findLast((one) => dueFrom(one) <= nowMs)
  const stalled = open.filter(
    (one) => isLate(one, nowMs) || (one === next && hasIdled(one, rotations, nowMs)),
  )
  const [first] = stalled
  if (first === undefined) return undefined
  return {
    purposes: stalled.map(({ purpose }) => purpose),
    since: Math.min(...stalled.map(({ startedAt }) => startedAt)),
    movedAt: Math.max(...stalled.map(({ movedAt }) => movedAt)),
  }
}

function dueFrom({ usedFrom, lastPassFrom }: KeyRotation): number {
  return lastPassFrom ?? usedFrom
}

/** A server works on one rotation at a time. Keys that only wait for the end of old API keys are looked at hourly. */
function hasIdled(next: KeyRotation, rotations: readonly KeyRotation[], nowMs: number): boolean {
  const moving = rotations.filter(({ purpose }) => purpose !== 'mac_api_key')
  const movedAt = Math.max(dueFrom(next), ...moving.map((one) => one.movedAt))
  return nowMs - movedAt > idleMsMax
}

function isLate({ startedAt, lastPassFrom }: KeyRotation, nowMs: number): boolean {
  return nowMs > (lastPassFrom === undefined ? startedAt + rotationMsMax : lastPassFrom + dayMs)
}
