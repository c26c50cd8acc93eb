// Records in the audit log the names of settings that differ from those of the last start. Values are stored neither
// there nor in the database: digests are compared, keyed by a key that derives from the master key.

import { fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { SettingInForce } from '../settings/settings-in-force.ts'
import {
  readSettingDigests,
  replaceSettingDigests,
  type SettingDigests,
} from './setting-digest-store.ts'

type RecordSettingsNeeds = AuditNeeds & { readonly db: Db }

/**
 * Compares again inside the write transaction, so that of several nodes that start with the same new settings only
 * one records them. Unchanged settings cost one query.
 * @returns the names of changed settings; none at the first start
 */
export async function recordSettings(
  needs: RecordSettingsNeeds,
  settings: readonly SettingInForce[],
): Promise<readonly string[]> {
  if (settings.length === 0) return []
  const digests = new Map(settings.map((setting) => [setting.name, digestOf(needs, setting)]))
  if (isSame(await readSettingDigests(needs.db.reader), digests)) return []
  return inTransaction(needs.db, async (trx) => {
    const last = await readSettingDigests(trx)
    if (isSame(last, digests)) return []
    const changed = settings
      .filter((setting) => isChanged(setting, last, digests))
      .map(({ name }) => name)
    await replaceSettingDigests(trx, digests)
    if (changed.length > 0) {
      await recordAudit(needs, trx, {
        by: fromSystem,
        action: 'settings.changed',
        details: { changed, count: changed.length },
      })
    }
    return changed
  })
}

/** A setting that is new in this release counts as changed only if it is set. */
function isChanged(setting: SettingInForce, last: SettingDigests, now: SettingDigests): boolean {
  if (last.size === 0) return false
  const known = last.get(setting.name)
  return known === undefined ? setting.isGiven : known !== now.get(setting.name)
}

function isSame(one: SettingDigests, other: SettingDigests): boolean {
  return one.size === other.size && [...one].every(([name, digest]) => other.get(name) === digest)
}

/** Includes the name, so that equal values have different digests. An unset setting differs from an empty one. */
function digestOf({ keyring }: AuditNeeds, { name, value }: SettingInForce): string {
  return keyring.macHex('settings', JSON.stringify([name, value ?? null]))
}
