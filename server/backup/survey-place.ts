// Says, from the indexes at a place of backups, whose backups are there and what could be removed.

import type { BackupReason } from './backup-error.ts'
import { backupsToRemove, type KeepRules } from './backup-policy.ts'
import type { BackupTarget } from './places/backup-target.ts'
import { type BackupListing, type ListedBackup, listBackups } from './places/list-backups.ts'
import type { BackupPlace } from './places/place-address.ts'

/** Plain data, for a thread. */
export interface SurveyWork {
  readonly place: BackupPlace
  readonly instanceId: string | undefined
  /** undefined where nothing is to be removed. */
  readonly rules: KeepRules | undefined
}

export interface PrunePlan {
  /** Names of the backups. */
  readonly removed: readonly string[]
  readonly kept: readonly string[]
  /** Names of packs and of files that interrupted backups left. */
  readonly removedFiles: readonly string[]
  readonly freedBytes: number
}

export interface Survey {
  /** `others`: at least one is another installation's. */
  readonly owners: 'none' | 'ours' | 'others'
  readonly plan: PrunePlan | undefined
}

export type FromSurveyThread =
  | { readonly kind: 'done'; readonly survey: Survey }
  | { readonly kind: 'failed'; readonly reason: BackupReason; readonly message: string }

export async function surveyPlace(
  target: BackupTarget,
  { instanceId, rules }: Pick<SurveyWork, 'instanceId' | 'rules'>,
): Promise<Survey> {
  const listing = await listBackups(target)
  const { backups } = listing
  const own = backups.filter(({ index }) => index.instance_id === instanceId)
  const owners = own.length === backups.length ? 'ours' : 'others'
  return {
    owners: backups.length === 0 ? 'none' : owners,
    plan: rules && (await planPrune(target, { listing, own }, rules)),
  }
}

/** Backups of other installations in the same place are left alone, and so are the packs that they need. */
async function planPrune(
  target: BackupTarget,
  { listing, own }: { readonly listing: BackupListing; readonly own: readonly ListedBackup[] },
  rules: KeepRules,
): Promise<PrunePlan> {
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
  stays: readonly ListedBackup[],
): Promise<{ readonly names: readonly string[]; readonly bytes: number }> {
  const needed = new Set<string>()
  for (const { index } of stays) for (const { name } of index.packs) needed.add(name)
  const packs = await target.list('packs/')
  const unneeded = packs.filter(({ name }) => !needed.has(name.replace(/\.json$/, '.age')))
  const names = [...leftovers, ...unneeded.map(({ name }) => name)]
  return { names, bytes: unneeded.reduce((sum, { bytes }) => sum + bytes, 0) }
}
