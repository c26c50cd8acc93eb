// Tells the audit log which settings differ from those of the last start, by their names. Values stay out of it and of
// the database: they are compared by digests under a key that comes from the master key.

import { fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { SettingInForce } from '../settings/settings-in-force.ts'
import {
  readSettingDigests,
  replaceSettingDigests,
  type SettingDigests,
} from './setting-digest-store.ts'

export type RecordSettingsNeeds = AuditNeeds & { readonly db: Db }

/**
 * The look that decides is within the transaction that writes: of several nodes that start with the same new
 * settings, one finds them new. Settings that are as they were cost a read.
 * @returns the names of those that differ; none at the first start, which has nothing to differ from
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
      .filter((setting) => isOther(setting, last, digests))
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

/** One that the last start did not know yet, because it came with a release, differs once somebody sets it. */
function isOther(setting: SettingInForce, last: SettingDigests, now: SettingDigests): boolean {
  if (last.size === 0) return false
  const known = last.get(setting.name)
  return known === undefined ? setting.isGiven : known !== now.get(setting.name)
}

function isSame(one: SettingDigests, other: SettingDigests): boolean {
  return one.size === other.size && [...one].every(([name, digest]) => other.get(name) === digest)
}

/** With the name, so that equal values do not show as equal; what is not set is unlike what is empty. */
function digestOf({ keyring }: AuditNeeds, { name, value }: SettingInForce): string {
  return keyring.mac('settings', JSON.stringify([name, value ?? null])).toString('hex')
}
