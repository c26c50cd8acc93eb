// Checks of the keys: master key, a trial of stored data keys, age, rotation, escrow.

import { tryDecrypt } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { InventoryKey } from '../../operations/encryption-keys/inventory-key.ts'
import { rotationMsMax } from '../../operations/encryption-keys/key-rotation.ts'
import { readKeyInventory } from '../../operations/encryption-keys/read-key-inventory.ts'
import { type StoredDataKey, sampleDataKeys } from '../data-key-sample-view.ts'
import { type DataKeyUse, readDataKeyUse } from '../data-key-use-view.ts'
import { withKeys, withSettings, withTables } from '../doctor-scene.ts'
import {
  type EscrowFacts,
  type RotationFacts,
  readEscrowFacts,
  readRotationFacts,
} from '../key-facts.ts'
import type { MasterKeyFacts } from '../open-keys.ts'
import { type DoctorOutcome, failed, skipped, warning, well } from '../outcome.ts'

export const keyChecks = {
  master_key: withSettings(({ masterKey, databaseKeyId }) =>
    masterKey === undefined ? skipped('needs_settings') : judgeMasterKey(masterKey, databaseKeyId),
  ),
  data_keys: withKeys(async ({ db, keyring }) => {
    const sample = await sampleDataKeys(db.reader)
    return judgeDataKeys(
      sample.length,
      sample.filter((key) => !isOpened(keyring, key)),
    )
  }),
  data_key_use: withTables(async ({ db }) => judgeDataKeyUse(await readDataKeyUse(db.longReader))),
  key_age: withKeys(async (scene) => judgeKeyAge(await readKeyInventory(scene))),
  key_rotation: withTables(async (scene) =>
    judgeRotation(await readRotationFacts(scene), scene.clock.now()),
  ),
  key_escrow: withTables(async (scene) =>
    judgeEscrow(await readEscrowFacts(scene), scene.clock.now()),
  ),
}

/** @param expected Fingerprint that the database names; undefined without a database */
export function judgeMasterKey(
  master: MasterKeyFacts,
  expected: string | undefined,
): DoctorOutcome {
  if (master.kind === 'unreadable') return failed('unreadable', { values: { path: master.path } })
  if (master.kind === 'source_lost') {
    return failed('source_lost', { values: { path: master.path, since_at: master.since } })
  }
  const { fingerprint } = master
  if (expected === undefined) return well({ values: { fingerprint } }, 'not_compared')
  if (fingerprint === expected) return well({ values: { fingerprint } })
  return failed('differs', { values: { fingerprint, expected } })
}

function isOpened(keyring: Keyring, { subjectId, wrapped }: StoredDataKey): boolean {
  return tryDecrypt(() => keyring.openDataKey(subjectId, wrapped)) !== undefined
}

/** @param tried How many keys were tried  @param shut Those that did not open */
export function judgeDataKeys(
  tried: number,
  shut: readonly Pick<StoredDataKey, 'subjectId'>[],
): DoctorOutcome {
  if (tried === 0) return well({}, 'none')
  if (shut.length === 0) return well({ values: { count: tried } })
  const items = shut.map(({ subjectId }) => subjectId)
  return failed('not_opened', { values: { count: shut.length }, items })
}

/** A missing key is worse than one too many: its verification cannot be read. */
export function judgeDataKeyUse({ unused, missing }: DataKeyUse): DoctorOutcome {
  const about = ({ count, ids }: DataKeyUse['unused']) => ({ values: { count }, items: ids })
  if (missing.count > 0) return failed('missing', about(missing))
  return unused.count > 0 ? warning('unused', about(unused)) : well()
}

export function judgeKeyAge(
  inventory: readonly Pick<InventoryKey, 'name' | 'subject' | 'state'>[],
): DoctorOutcome {
  const items = inventory
    .filter(({ state }) => state !== 'good')
    .map(({ name, subject }) => (subject === undefined ? name : `${name} ${subject}`))
  return items.length === 0
    ? well()
    : warning('overdue', { values: { count: items.length }, items })
}

/** An escrow test every six months. */
const escrowMsMax = 183 * dayMs

export function judgeRotation(facts: RotationFacts, nowMs: number): DoctorOutcome {
  const { runningSince, stalled } = facts
  if (runningSince === undefined) return well()
  const values = { since_at: runningSince }
  if (nowMs - runningSince > rotationMsMax) return warning('stuck', { values })
  if (stalled === undefined) return well({ values }, 'running')
  return warning('idle', { values: { since_at: stalled.since, moved_at: stalled.movedAt } })
}

export function judgeEscrow(facts: EscrowFacts, nowMs: number): DoctorOutcome {
  const { confirmedAt } = facts
  if (confirmedAt === undefined) return warning('never')
  const values = { confirmed_at: confirmedAt }
  return nowMs - confirmedAt > escrowMsMax ? warning('old', { values }) : well({ values })
}
