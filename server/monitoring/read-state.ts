// Reads what the metrics of the whole installation show: from the database, the disk and the certificates.

import type { Appliance } from '../appliance.ts'
import { isPlaceFault } from '../backup/backup-error.ts'
import { readBackupStatus, readLastTrial } from '../backup/read-backup-status.ts'
import type { Reader } from '../db/transaction.ts'
import type { StoreHealth } from '../images/storage/store-calls.ts'
import type { Environment } from '../kernel/environment.ts'
import type { AuditCopyStatus } from '../operations/second-systems/audit-copy-policy.ts'
import { readAuditCopy } from '../operations/second-systems/audit-lag-view.ts'
import { readUnshippedLog, type UnshippedLog } from '../operations/second-systems/log-shipping.ts'
import { type DatabaseVerdict, readDatabaseVerdict } from '../operations/status/database-verdict.ts'
import type { DiskUse } from '../operations/status/disk-use.ts'
import { measureDisk } from '../operations/status/measure-disk.ts'
import type { ApplianceStatus } from '../operations/status/status-policy.ts'
import { readStatus } from '../operations/status/status-view.ts'
import type { WaitingReviews } from '../reviews/waiting-reviews.ts'
import { countWaitingReviews } from '../reviews/waiting-reviews-view.ts'

export type StateNeeds = Pick<
  Appliance,
  'about' | 'clock' | 'config' | 'db' | 'imageStore' | 'keySource'
>

export interface State {
  readonly nowMs: number
  readonly status: ApplianceStatus
  readonly disk: DiskUse | undefined
  readonly verifications: Awaited<ReturnType<typeof readVerificationCounts>>
  readonly reviews: Readonly<Record<Environment, WaitingReviews>>
  readonly auditCopy: AuditCopyStatus
  readonly unshippedLog: readonly UnshippedLog[]
  readonly backups: BackupFigures | undefined
  readonly certificateExpiresAt: number | undefined
  readonly databaseVerdict: DatabaseVerdict | undefined
  readonly isKeySourceWell: boolean
  /** As this process sees it; undefined if the images are in a folder. */
  readonly imageStore: StoreHealth | undefined
}

interface BackupFigures {
  readonly place: 'folder' | 's3'
  readonly everyMs: number
  readonly lastSuccessAt: number | undefined
  readonly lastTrialAt: number | undefined
  readonly failures: number
  /** Whether the last failure was that the place is missing, unmarked or that of another. */
  readonly hasPlaceFault: boolean
}

export async function readState(needs: StateNeeds): Promise<State> {
  const { db, clock, config, about } = needs
  const nowMs = clock.now()
  return {
    nowMs,
    status: await readStatus(db.longReader, nowMs),
    disk: await measureDisk(config, about.databaseFile, db.longReader).catch(() => undefined),
    verifications: await readVerificationCounts(db.longReader),
    reviews: {
      live: await countWaitingReviews(db.longReader, { environment: 'live', nowMs }),
      sandbox: await countWaitingReviews(db.longReader, { environment: 'sandbox', nowMs }),
    },
    auditCopy: await readAuditCopy(db.longReader, config.auditCopy, nowMs),
    unshippedLog: readUnshippedLog(config),
    backups: await readBackups(needs, nowMs),
    databaseVerdict: readDatabaseVerdict(about.databaseFile),
    imageStore: needs.imageStore?.health(),
    isKeySourceWell: needs.keySource.state().kind === 'well',
    // Of the certificate that clients see: a newer file counts for nothing before it is loaded.
    certificateExpiresAt: about.certificate?.expiresAt,
  }
}

/** Returns undefined without a place for backups. */
async function readBackups(
  { db, config, about }: StateNeeds,
  nowMs: number,
): Promise<BackupFigures | undefined> {
  if (config.backup === undefined) return undefined
  const { to, everyMs } = config.backup
  const since = about.startedAt
  const { lastSuccessAt, lastFailure, failures } = await readBackupStatus(db.longReader, config, {
    since,
    nowMs,
  })
  const lastTrialAt = await readLastTrial(db.longReader)
  const place = to.startsWith('s3://') ? 's3' : 'folder'
  const hasPlaceFault = isPlaceFault(lastFailure?.reason)
  return { place, everyMs, lastSuccessAt, lastTrialAt, failures, hasPlaceFault }
}

/** Returns all submissions and outcomes so far, whichever server counted them. */
async function readVerificationCounts(db: Reader) {
  const rows = await db
    .selectFrom('verification_counters')
    .select(['environment', 'kind'])
    .select((select) => select.fn.sum<number>('verifications').as('count'))
    .groupBy(['environment', 'kind'])
    .execute()
  return rows
    .filter(({ kind }) => !kind.startsWith('band_'))
    .map(({ environment, kind, count }) => ({ environment, kind, count: Number(count) }))
}
