// Finds out with how many birth dates and names the document number of a verification is used, among the verifications
// of its environment.

import { tryDecrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { openDataKeys, tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { decryptClaims, searchIndexes } from './erasure/encrypted-columns.ts'
import {
  countUses,
  indexNumberUse,
  isReused,
  type NumberReuse,
  type NumberUse,
} from './number-use.ts'
import { findOwnNumber, listClaims, listNumberUses } from './number-use-view.ts'

interface ReuseNeeds {
  readonly keyring: Keyring
}

interface SameNumber {
  readonly environment: Environment
  readonly country: string
  /** The index of the number, under each key: verifications with another one have another number. */
  readonly numbers: readonly Buffer[]
}

/** Returns undefined where there is no number. */
export async function findSameNumber(
  { keyring }: ReuseNeeds,
  db: Reader,
  id: string,
): Promise<SameNumber | undefined> {
  const own = await findOwnNumber(db, id)
  if (own?.number === undefined) return undefined
  const { environment, country, number, claims } = own
  if (!isKeyChanging(keyring)) return { environment, country, numbers: [number] }
  // The rows of the same number are indexed with more than one key, so the number itself is needed.
  const key = await tryOpenDataKey({ keyring }, db, id)
  const idNumber = key && tryDecrypt(() => decryptClaims(key, id, claims))?.idNumber
  const numbers = idNumber === undefined ? [number] : searchIndexes(keyring, country, idNumber)
  return { environment, country, numbers }
}

/** Returns undefined unless the number is used with more birth dates or names than one document can have. */
export async function findNumberReuse(
  needs: ReuseNeeds,
  db: Reader,
  id: string,
): Promise<NumberReuse | undefined> {
  const same = await findSameNumber(needs, db, id)
  if (same === undefined) return undefined
  const uses = await listNumberUses(db, same.environment, same.numbers)
  if (uses.length < 2) return undefined
  const ids = uses.map((use) => use.id)
  const reuse = countUses(
    isKeyChanging(needs.keyring) ? await indexAnew(needs, db, same, ids) : uses,
  )
  return isReused(reuse) ? reuse : undefined
}

/** Digests of an older and of the newer key cannot be compared, so all are made anew from the claims. */
async function indexAnew(
  needs: ReuseNeeds,
  db: Reader,
  place: SameNumber,
  ids: readonly string[],
): Promise<readonly NumberUse[]> {
  const encrypted = await listClaims(db, ids)
  const keys = await openDataKeys(needs, db, ids)
  return ids.flatMap((id) => {
    const [claims, key] = [encrypted.get(id), keys.get(id)]
    if (claims === undefined || key === undefined) return []
    const opened = tryDecrypt(() => decryptClaims(key, id, claims))
    return (opened && indexNumberUse(needs.keyring, place, opened)) ?? []
  })
}

/** While the key of the index is replaced, there are two. */
function isKeyChanging(keyring: Keyring): boolean {
  return keyring.macs('blind-index', '').length > 1
}
