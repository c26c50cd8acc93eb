// Removes the backups that no keep rule keeps, what interrupted backups left, and the packs that no backup needs.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findInstance } from '../db/instance.ts'
import { inTransaction } from '../db/transaction.ts'
import { backupsToRemove, type KeepRules } from './backup-policy.ts'
import { deleteOldRuns } from './backup-run-store.ts'
import { backupPlaceOf } from './backup-settings.ts'
import { assertPlace } from './enter-place.ts'
import { type HeldLease, holdingLease } from './hold-lease.ts'
import { openTarget } from './places/backup-place.ts'
import type { BackupTarget } from './places/backup-target.ts'
import { type BackupListing, listBackups } from './places/list-backups.ts'

type PruneNeeds = Pick<
  Appliance,
  'config' | 'secrets' | 'ownPorts' | 'db' | 'clock' | 'log' | 'keyring'
>

interface PruneResult {
  /** Names of the backups. */
  readonly removed: readonly string[]
  readonly kept: readonly string[]
  /** Names of packs and of files that interrupted backups left. */
  readonly removedFiles: readonly string[]
  readonly freedBytes: number
}

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
): Promise<PruneResult> {
  return holdingLease(needs, async (lease) => {
    const target = await openTarget(backupPlaceOf(needs, to))
    try {
      await assertPlace(needs.db.reader, target)
      const plan = await planPrune(needs, target, rules)
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

/** Backups of other installations in the same place are left alone, and so are the packs that they need. */
async function planPrune(
  { db }: PruneNeeds,
  target: BackupTarget,
  rules: KeepRules,
): Promise<PruneResult> {
  const listing = await listBackups(target)
  const instance = await findInstance(db.reader)
  const own = listing.backups.filter(({ index }) => index.instance_id === instance?.id)
  const removed = new Set(backupsToRemove(own, rules))
  const stays = listing.backups.filter(({ name }) => !removed.has(name))
  const { names, bytes } = await findUnneeded(target, listing, stays)
  const ofRemoved = own.filter(({ name }) => removed.has(name))
  return {
    removed: [...removed],
    kept: own.filter(({ name }) => !removed.has(name)).map(({ name }) => name),
    removedFiles: names,
    freedBytes: ofRemoved.reduce((sum, { index }) => sum + index.file.bytes, bytes),
  }
}

async function findUnneeded(
  target: BackupTarget,
  { leftovers }: BackupListing,
  stays: BackupListing['backups'],
): Promise<{ readonly names: readonly string[]; readonly bytes: number }> {
  const needed = new Set(stays.flatMap(({ index }) => index.packs.map(({ name }) => name)))
  const packs = await target.list('packs/')
  const unneeded = packs.filter(({ name }) => !needed.has(name.replace(/\.json$/, '.age')))
  const names = [...leftovers, ...unneeded.map(({ name }) => name)]
  return { names, bytes: unneeded.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/**
 * The index goes first: without it, a backup that is half removed no longer counts as one. Nothing goes without the
 * lease: a backup of another process may need by now what no backup needed.
 */
async function carryOut(
  target: BackupTarget,
  lease: Pick<HeldLease, 'assertHeld'>,
  plan: PruneResult,
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
