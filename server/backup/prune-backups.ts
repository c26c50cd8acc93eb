// Removes the backups that no keep rule keeps, what interrupted backups left, and the packs that no backup needs.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findInstance } from '../db/instance.ts'
import { inTransaction } from '../db/transaction.ts'
import type { KeepRules } from './backup-policy.ts'
import { deleteOldRuns } from './backup-run-store.ts'
import { backupPlaceOf } from './backup-settings.ts'
import { assertPlace } from './enter-place.ts'
import { type HeldLease, holdingLease } from './hold-lease.ts'
import { openTarget } from './places/backup-place.ts'
import type { BackupTarget } from './places/backup-target.ts'
import { surveyInThread } from './survey-in-thread.ts'
import type { PrunePlan } from './survey-place.ts'

type PruneNeeds = Pick<
  Appliance,
  'config' | 'secrets' | 'ownPorts' | 'db' | 'clock' | 'log' | 'keyring'
>

/** How long runs stay listed. */
const runsKeptMs = 90 * 24 * 60 * 60 * 1000

/** @throws BackupError `already_running`, and what the target throws */
export async function pruneBackups(
  needs: PruneNeeds,
  {
    by,
    to,
    rules,
    isDryRun,
  }: {
    readonly by: AuditOrigin
    readonly to?: string | undefined
    readonly rules: KeepRules
    readonly isDryRun: boolean
  },
): Promise<PrunePlan> {
  return holdingLease(needs, async (lease) => {
    const target = await openTarget(backupPlaceOf(needs, to))
    try {
      await assertPlace(needs.db.reader, target)
      const { plan } = await surveyInThread({
        place: target.place,
        instanceId: (await findInstance(needs.db.reader))?.id,
        rules,
      })
      if (plan === undefined) throw new Error('a survey with rules has a plan')
      if (isDryRun) return plan
      await carryOut(target, lease, plan)
      await inTransaction(needs.db, async (trx) => {
        await deleteOldRuns(trx, needs.clock.now() - runsKeptMs)
        const details = { count: plan.removed.length }
        if (plan.removed.length > 0)
          await recordAudit(needs, trx, { by, action: 'backup.pruned', details })
      })
      return plan
    } finally {
      await target.close()
    }
  })
}

/**
 * The index goes first: without it, a backup that is half removed no longer counts as one. Nothing goes without the
 * lease: a backup of another process may need by now what no backup needed.
 */
async function carryOut(
  target: BackupTarget,
  lease: Pick<HeldLease, 'assertHeld'>,
  plan: PrunePlan,
): Promise<void> {
  const remove = async (name: string) => {
    lease.assertHeld()
    await target.remove(name)
  }
  for (const name of plan.removed) await remove(`${name}.json`)
  for (const name of plan.removed) await remove(`${name}.age`)
  const indexesFirst = plan.removedFiles.toSorted(
    (one, other) => Number(other.endsWith('.json')) - Number(one.endsWith('.json')),
  )
  for (const name of indexesFirst) await remove(name)
}
