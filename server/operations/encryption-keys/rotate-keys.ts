// Starts the rotation of purpose keys: the new key is stored and used a few seconds later for all new writes; the
// server's key rotator then re-encrypts what the old key has encrypted.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { chooseMasterKey, readOfferedKeys } from '../../crypto/master-key-source.ts'
import type { RotatablePurpose } from '../../crypto/purpose-key.ts'
import { addPurposeKey } from '../../data-keys/add-purpose-key.ts'
import { findInstance } from '../../db/instance.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findKeyUsers, type KeyUser } from './find-key-users.ts'
import { insertRotation, listRotations } from './key-rotation-store.ts'

type RotateKeysNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

/** A running server reads the keys every second, so it knows the new one before anybody uses it. */
const publishedAheadMs = 5_000

interface StartedRotation {
  readonly purpose: RotatablePurpose
  readonly keyId: string
  readonly usedFrom: number
}

type RotationStart =
  | { readonly kind: 'started'; readonly rotations: readonly StartedRotation[] }
  | { readonly kind: 'refused'; readonly why: string }

/** Starts one rotation for each purpose, or none. @throws MasterKeyError */
export async function rotateKeys(
  needs: RotateKeysNeeds,
  by: AuditOrigin,
  purposes: readonly RotatablePurpose[],
): Promise<RotationStart> {
  const { db, clock, config } = needs
  const servers = await findKeyUsers(needs)
  const instance = await findInstance(db.reader)
  const behind = servers.find(
    ({ masterKeyId }) => masterKeyId !== undefined && masterKeyId !== instance?.masterKeyId,
  )
  if (behind !== undefined) return { kind: 'refused', why: behindText(behind) }
  const isUsed = servers.length > 0
  const { key: master } = chooseMasterKey(await readOfferedKeys(config), instance?.masterKeyId)
  return inTransaction(db, async (trx) => {
    const underway = (await listRotations(trx)).filter(
      ({ finishedAt, purpose }) => finishedAt === undefined && purposes.includes(purpose),
    )
    if (underway.length > 0) {
      const names = underway.map(({ purpose }) => purpose).join(', ')
      return { kind: 'refused', why: underwayText(names) } as const
    }
    const nowMs = clock.now()
    const usedFrom = isUsed ? nowMs + publishedAheadMs : nowMs
    const rotations: StartedRotation[] = []
    for (const purpose of purposes) {
      const key = await addPurposeKey(trx, master, purpose, { usedFrom, nowMs })
      await insertRotation(trx, { keyId: key.id, purpose }, nowMs)
      await recordAudit(needs, trx, {
        by,
        action: 'encryption.data_key_changed',
        subject: { kind: 'encryption_key', id: key.id },
        details: { purpose, replaces: needs.keyring.keyId(purpose) },
      })
      rotations.push({ purpose, keyId: key.id, usedFrom })
    }
    return { kind: 'started', rotations } as const
  })
}

function behindText({ name, masterKeyId }: KeyUser): string {
  return `${name} still holds the master key ${masterKeyId}, and could not open a new key. Give it the new master key first: restart it, or correct the source (its log says master_key_not_available).`
}

function underwayText(names: string): string {
  return `A rotation of ${names} is under way; one at a time. svc crypto status shows its progress.`
}
