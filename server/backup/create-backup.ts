// Makes a backup and records it: a row of `backup_runs`, an entry of the audit log and a line of the log, for a
// success and for a failure. One process at a time.

import { mkdirSync, statfsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { EncryptedSample } from '../db/sqlite/database-copy.ts'
import { inTransaction } from '../db/transaction.ts'
import { findFaultyImages } from '../images/storage/find-faulty-images.ts'
import { newId, randomToken } from '../kernel/ids.ts'
import { decryptClaims } from '../verifications/erasure/encrypted-columns.ts'
import { BackupError, backupErrorOf } from './backup-error.ts'
import { type BackupRun, insertBackupRun, readLastRuns } from './backup-run-store.ts'
import type { BackupCause } from './backup-run-table.ts'
import { backupPlaceOf, imagesSourceOf, recipientsOf } from './backup-settings.ts'
import type { BackupProgress, BackupResult } from './backup-work.ts'
import { enterPlace } from './enter-place.ts'
import { holdingLease } from './hold-lease.ts'
import { writeErasures } from './ledger/erasure-ledger.ts'
import { openTarget } from './places/backup-place.ts'
import type { BackupPlace } from './places/place-address.ts'
import type { PlaceUser } from './places/place-marker.ts'
import { type RunBackup, runBackupThread } from './run-thread.ts'

export type BackupNeeds = Pick<
  Appliance,
  'config' | 'secrets' | 'ownPorts' | 'about' | 'db' | 'clock' | 'log' | 'keyring' | 'files'
>

interface BackupOrder {
  readonly by: AuditOrigin
  readonly cause: BackupCause
  /** Replaces SVC_BACKUP_TO. */
  readonly to?: string | undefined
  /** Makes a missing folder, and marks a place that has lost its marker. */
  readonly makesPlace?: boolean
  readonly signal: AbortSignal
  readonly onProgress?: (progress: BackupProgress) => void
  /** Default: 128 MB. */
  readonly packBytesMax?: number
  /** Default: 16 MB, which are copied sooner than a thread starts. */
  readonly copyThreadBytesMin?: number
  /** Default: in a thread. */
  readonly run?: RunBackup
}

const packBytesDefault = 128_000_000
const copyThreadBytesDefault = 16_000_000
const loggedFaultsMax = 20

/** @throws BackupError, after the failure was recorded; `already_running` and `interrupted` are none */
export async function createBackup(needs: BackupNeeds, order: BackupOrder): Promise<BackupResult> {
  const startedAt = needs.clock.now()
  const run = { id: newId('bak', startedAt), startedAt, cause: order.cause }
  try {
    const result = await holdingLease(needs, ({ lost }) => make(needs, order, { startedAt, lost }))
    const { name, bytes, newBytes, images, missingImages, faultyImages } = result
    const done = { outcome: 'done', name, bytes, newBytes, images, missingImages } as const
    const ended = { ...run, endedAt: needs.clock.now(), target: result.label, result: done }
    await keepOrLog(needs, order, ended)
    const duration_ms = needs.clock.now() - startedAt
    needs.log.info('backup_created', { bytes: newBytes, count: result.newImages, duration_ms })
    if (missingImages > 0) needs.log.warn('backup_images_missing', { count: missingImages })
    logFaulty(needs, faultyImages)
    return result
  } catch (error) {
    const known = backupErrorOf(error, needs.config.dataDir)
    if (known.reason === 'already_running') throw known
    if (known.reason === 'interrupted') {
      needs.log.info('backup_interrupted')
      throw known
    }
    await recordFailure(needs, order, { ...run, error: known, cause: error })
    throw known
  }
}

/** The command names them all. */
function logFaulty({ log }: Pick<BackupNeeds, 'log'>, images: BackupResult['faultyImages']): void {
  for (const { id, fault } of images.slice(0, loggedFaultsMax)) {
    log.warn('backup_image_faulty', { reason: `${fault}: ${id}`, count: images.length })
  }
}

async function make(
  needs: BackupNeeds,
  order: BackupOrder,
  { startedAt, lost }: { readonly startedAt: number; readonly lost: AbortSignal },
): Promise<BackupResult> {
  const { config, about } = needs
  const place = backupPlaceOf(needs, order.to)
  const recipients = recipientsOf(needs)
  const user = await enter(needs, order, place)
  const workFolder = join(config.dataDir, 'backup-work')
  // What a killed backup left is removed; the lease says that no other is at work. Not at once: a file system takes
  // most of a second to give back the space of a large copy, and requests would wait for it.
  await rm(workFolder, { recursive: true, force: true })
  assertRoom(config.dataDir, about.databaseFile, config.diskReserveBytes)
  mkdirSync(workFolder, { mode: 0o700 })
  try {
    const work = {
      databaseFile: about.databaseFile,
      images: imagesSourceOf(needs),
      workFolder,
      cacheFolder: place.s3 && join(config.dataDir, 'backup-cache'),
      place,
      user,
      recipients,
      appVersion: about.version,
      startedAtMs: startedAt,
      token: randomToken(6),
      packBytesMax: order.packBytesMax ?? packBytesDefault,
      copyThreadBytesMin: order.copyThreadBytesMin ?? copyThreadBytesDefault,
    }
    const { run = runBackupThread } = order
    const result = await run(work, {
      async onSamples(samples) {
        assertDecryptable(needs, samples)
        // A power cut could still take what was copied, and the head of the audit log with it.
        await needs.db.synced()
      },
      onCheck: (ids) => findFaultyImages(needs, ids),
      onProgress: order.onProgress,
      signal: AbortSignal.any([order.signal, lost]),
    })
    await writeErasures(needs, place)
    return result
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Finds out first whether the place is there and ours, before anything is copied. */
async function enter(
  needs: BackupNeeds,
  { by, makesPlace = false }: BackupOrder,
  place: BackupPlace,
): Promise<PlaceUser> {
  const target = await openTarget(place)
  try {
    return await enterPlace(needs, target, { by, makesPlace })
  } finally {
    await target.close()
  }
}

/** The copy of the database must leave the reserve of the data folder's disk free. @throws BackupError */
function assertRoom(dataDir: string, databaseFile: string, reserveBytes: number): void {
  const { bavail, bsize } = statfsSync(dataDir)
  const needed = statSync(databaseFile).size
  if (bavail * bsize > needed + Math.min(reserveBytes, needed)) return
  throw new BackupError(
    'disk_low',
    'The disk of the data folder has too little room for a copy of the database. Make room first.',
  )
}

/** @throws BackupError `not_decryptable` if any of the samples does not open with the keys in use */
function assertDecryptable({ keyring }: BackupNeeds, samples: readonly EncryptedSample[]): void {
  for (const { id, wrapped, claims } of samples) {
    try {
      const key = keyring.openDataKey(id, Buffer.from(wrapped))
      if (claims !== undefined) decryptClaims(key, id, Buffer.from(claims))
    } catch {
      throw new BackupError(
        'not_decryptable',
        `The data of verification ${id} cannot be decrypted with the master key in use. No backup was made; keep the ones that you have.`,
      )
    }
  }
}

async function keepRun(needs: BackupNeeds, { by }: BackupOrder, run: BackupRun): Promise<void> {
  const { result } = run
  await inTransaction(needs.db, async (trx) => {
    await insertBackupRun(trx, run)
    if (result.outcome === 'done') {
      const subject = { kind: 'backup', id: result.name } as const
      const details = { count: result.images }
      await recordAudit(needs, trx, { by, action: 'backup.created', subject, details })
      return
    }
    // A store that is away for a day fails a hundred times: the audit log has the first of them.
    const { failures } = await readLastRuns(trx, needs.clock.now())
    if (failures > 1) return
    const details = { reason: result.reason }
    await recordAudit(needs, trx, { by, action: 'backup.failed', outcome: 'failed', details })
  })
}

interface Failure {
  readonly id: string
  readonly startedAt: number
  readonly error: BackupError
  readonly cause: unknown
}

async function recordFailure(
  needs: BackupNeeds,
  order: BackupOrder,
  { id, startedAt, error, cause }: Failure,
): Promise<void> {
  const { reason } = error
  needs.log.error('backup_failed', { reason }, cause instanceof BackupError ? undefined : cause)
  const target = order.to ?? needs.config.backup?.to ?? ''
  const run = { id, startedAt, endedAt: needs.clock.now(), cause: order.cause, target }
  await keepOrLog(needs, order, { ...run, result: { outcome: 'failed', reason } })
}

/** A full disk may refuse this row, too: a backup that is whole at its place is none that failed. */
async function keepOrLog(needs: BackupNeeds, order: BackupOrder, run: BackupRun): Promise<void> {
  try {
    await keepRun(needs, order, run)
  } catch (error) {
    needs.log.error('backup_run_not_recorded', {}, error)
  }
}
