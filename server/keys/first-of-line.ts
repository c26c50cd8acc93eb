// Finds the first key of a line: a key, its successor by rotation, the successor's, and so on. To a client they are one
// key whose text changes, so Idempotency-Keys are kept for the line.

import type { Reader } from '../db/transaction.ts'
import type { ApiKey } from './key.ts'
import { findKey } from './key-view.ts'

export type KeyOfLine = Pick<ApiKey, 'id' | 'rotatedFrom' | 'environment' | 'scopes'>

/**
 * Returns the id of the first key of this one's line. A predecessor with other rights ends the line: what it was
 * answered is not for its successor to see, nor the reverse.
 */
type FindFirstOfLine = (key: KeyOfLine) => Promise<string>

export function createFindFirstOfLine(db: Reader): FindFirstOfLine {
  // Rotated keys only. Nothing that decides it ever changes, and rows of keys are not deleted.
  const firstIds = new Map<string, string>()
  return async (key) => {
    if (key.rotatedFrom === undefined) return key.id
    const known = firstIds.get(key.id)
    if (known !== undefined) return known
    const found = await walkBack(db, key)
    firstIds.set(key.id, found)
    return found
  }
}

async function walkBack(db: Reader, key: KeyOfLine): Promise<string> {
  let first = key
  while (first.rotatedFrom !== undefined) {
    const older = await findKey(db, first.rotatedFrom)
    if (older === undefined || !hasSameRights(older, first)) break
    first = older
  }
  return first.id
}

function hasSameRights(one: KeyOfLine, other: KeyOfLine): boolean {
  return (
    one.environment === other.environment &&
    one.scopes.length === other.scopes.length &&
    one.scopes.every((scope) => other.scopes.includes(scope))
  )
}
