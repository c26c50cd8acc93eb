// Which master keys must be kept: the one in use, and every older one that a kept backup was made under.

import type { Reader, Trx } from '../db/transaction.ts'
import { type KnownMasterKey, listMasterKeys, setEscrowConfirmed } from './purpose-key-store.ts'

/** Returns the master keys that this installation uses or has used, newest first, the present one included. */
export function readMasterKeys(db: Reader): Promise<readonly KnownMasterKey[]> {
  return listMasterKeys(db)
}

/** Notes that somebody has seen the copy in escrow of this key. */
export function noteEscrow(trx: Trx, fingerprint: string, nowMs: number): Promise<void> {
  return setEscrowConfirmed(trx, fingerprint, nowMs)
}

interface NeededMasterKey {
  readonly fingerprint: string
  /** undefined for the key in use. */
  readonly replacedAt: number | undefined
  /** How many of the given backups cannot be restored without it; undefined if the backups are not known. */
  readonly backups: number | undefined
}

/**
 * @param backups When each kept backup was made, and the fingerprint in its manifest where that is known. undefined if
 * nobody knows which backups exist; every replaced key is then needed.
 */
export function neededMasterKeys(
  known: readonly KnownMasterKey[],
  backups:
    | readonly { readonly madeAt: number; readonly masterKeyId?: string | undefined }[]
    | undefined,
): readonly NeededMasterKey[] {
  return known.flatMap((key) => {
    const { fingerprint, usedSince, replacedAt } = key
    const isMadeUnder = (backup: { madeAt: number; masterKeyId?: string | undefined }) =>
      backup.masterKeyId === undefined
        ? backup.madeAt >= usedSince && backup.madeAt <= (replacedAt ?? Number.POSITIVE_INFINITY)
        : backup.masterKeyId === fingerprint
    const count = backups?.filter(isMadeUnder).length
    const isNeeded = replacedAt === undefined || count === undefined || count > 0
    return isNeeded ? [{ fingerprint, replacedAt, backups: count }] : []
  })
}
