// One case for each finding about keys, backups, audit log, queues, services and access: the facts, judged, and the
// state that must result.

import type { BackupFacts } from '../../../server/doctor/backup-facts.ts'
import {
  judgeAdministrators,
  judgeExpiries,
  judgeExports,
  judgeReviewers,
  judgeSecondFactorRule,
  judgeSecondFactors,
  judgeUse,
} from '../../../server/doctor/checks/access-checks.ts'
import { judgeChain, judgeCopies } from '../../../server/doctor/checks/audit-checks.ts'
import {
  judgeBackupAge,
  judgeBackupPlace,
  judgeKeptCopies,
  judgeRestoreTest,
} from '../../../server/doctor/checks/backup-checks.ts'
import { judgeReader } from '../../../server/doctor/checks/document-reader-checks.ts'
import { judgeHostNames, judgeHosts } from '../../../server/doctor/checks/egress-checks.ts'
import { judgeFaceModel, refusedFiles } from '../../../server/doctor/checks/face-model-checks.ts'
import { judgeDecoder } from '../../../server/doctor/checks/image-decoder-checks.ts'
import {
  judgeDataKeys,
  judgeDataKeyUse,
  judgeEscrow,
  judgeKeyAge,
  judgeMasterKey,
  judgeRotation,
} from '../../../server/doctor/checks/key-checks.ts'
import {
  judgeFailedJobs,
  judgeJobs,
  judgeSchedule,
  judgeUsage,
  judgeWebhooks,
} from '../../../server/doctor/checks/queue-checks.ts'
import { judgeImageStore, judgeService } from '../../../server/doctor/checks/service-checks.ts'
import { notSetUp, skipped, well } from '../../../server/doctor/outcome.ts'
import { FaceModelError } from '../../../server/faces/measured-model.ts'
import { aMeasurement } from '../../support/images/face-model.ts'
import type { CheckCase } from './check-case.ts'

const now = Date.UTC(2026, 10, 22)
const minute = 60_000
const day = 24 * 60 * minute
const ids = (...list: readonly string[]) => ({ count: list.length, ids: list })
const place = '/mnt/backups/svc'
const look = {
  label: 's3://kyc/images',
  durationMs: 40,
  fault: undefined,
  keeps: 'nothing',
} as const
const fault = (mayPass: boolean) => ({ mayPass, message: 'The store cannot be reached.' })
const facts = { format: 'png', width: 64, height: 48, orientation: 1 } as const
const opened = {
  kind: 'answered',
  answer: { kind: 'readable', facts, figures: null },
  body: Buffer.alloc(0),
} as const
const idle = { waiting: 0, due: 0, oldestDueAgeMs: 0, nextDueAt: undefined }
const jobs = (age: number) => ({ jobs: { ...idle, running: 0, due: 2, oldestDueAgeMs: age } })
const webhook = (more: object) => ({
  id: 'whk_1',
  environment: 'live' as const,
  ...idle,
  failingSince: undefined,
  ...more,
})
const usage = (differences: number, overdue?: { days: number; firstDay: number }) => ({
  usage: { countedTo: 0, differences, overdue },
})
const copy = (state: 'not_set_up' | 'well' | 'lags' | 'stops') =>
  judgeCopies({ state, waiting: 3, oldestAt: now })
const backup = (lastSuccessAt: number | undefined, more: Partial<BackupFacts> = {}) => ({
  everyMs: day,
  lastSuccessAt,
  isWaiting: false,
  ...more,
})
const kept = (masterKeyId: string | undefined, madeAt: number) => ({
  file: '/data/backups/a.db',
  bytes: 1,
  madeAt,
  masterKeyId,
})
const rotationSince = (runningSince: number | undefined) => ({ runningSince, stalled: undefined })
const key = (expiresAt: number | undefined, lastUsedAt: number | undefined, createdAt = now) => ({
  id: 'key_1',
  createdAt,
  expiresAt,
  lastUsedAt,
})
const task = (count: number | undefined) => [
  { name: 'prune_jobs', when: '* * * * *', lastRun: { startedAt: 1, endedAt: 2, count } },
]
const host = { host: 'hooks.example.com', hostname: 'hooks.example.com', why: 'whk_1' }
const admin = (hasSecondFactor: boolean) => ({ id: 'usr_1', hasSecondFactor })
const record = { kind: 'well' } as const
const refusing = (
  reason: 'provider_wallet_empty' | 'provider_credentials_refused' | 'provider_misconfigured',
) => judgeService('down', { kind: 'refusing', since: 1, reason })
const chain = (faults: readonly { kind: 'edited'; sequence: number; id: undefined }[]) =>
  judgeChain({ faults, entries: 5, head: { sequence: 9, hash: 'x' } })

// biome-ignore format: one row a case
export const storedCases: readonly CheckCase[] = [
  ['master_key', 'well', 'well', judgeMasterKey({ kind: 'read', fingerprint: 'a' }, 'a')],
  ['master_key', 'well', 'not_compared', judgeMasterKey({ kind: 'read', fingerprint: 'a' }, undefined)],
  ['master_key', 'failed', 'differs', judgeMasterKey({ kind: 'read', fingerprint: 'a' }, 'b')],
  ['master_key', 'failed', 'source_lost', judgeMasterKey({ kind: 'source_lost', path: '/keys/m', since: now }, 'b')],
  ['kept_copies', 'well', 'none', judgeKeptCopies([], 'a', now)],
  ['kept_copies', 'well', 'well', judgeKeptCopies([kept('a', now)], 'a', now)],
  ['kept_copies', 'warning', 'old', judgeKeptCopies([kept('a', now - 32 * day)], 'a', now)],
  ['kept_copies', 'warning', 'other_key', judgeKeptCopies([kept('b', now)], 'a', now)],
  ['kept_copies', 'warning', 'other_key', judgeKeptCopies([kept(undefined, now)], 'a', now)],
  ['master_key', 'failed', 'unreadable', judgeMasterKey({ kind: 'unreadable', path: '/keys/m' }, 'b')],
  ['data_keys', 'well', 'well', judgeDataKeys(10, [])],
  ['data_keys', 'well', 'none', judgeDataKeys(0, [])],
  ['data_keys', 'failed', 'not_opened', judgeDataKeys(10, [{ subjectId: 'ver_1' }])],
  ['data_key_use', 'well', 'well', judgeDataKeyUse({ unused: ids(), missing: ids() })],
  ['data_key_use', 'warning', 'unused', judgeDataKeyUse({ unused: ids('ver_1'), missing: ids() })],
  ['data_key_use', 'failed', 'missing', judgeDataKeyUse({ unused: ids('ver_1'), missing: ids('ver_2') })],
  ['key_age', 'well', 'well', judgeKeyAge([{ name: 'master_key', subject: 'a', state: 'good' }])],
  ['key_age', 'warning', 'overdue', judgeKeyAge([{ name: 'master_key', subject: undefined, state: 'overdue' }])],
  ['key_age', 'warning', 'overdue', judgeKeyAge([{ name: 'listener_certificate', subject: 'a', state: 'unreadable' }])],
  ['key_rotation', 'well', 'well', judgeRotation(rotationSince(undefined), now)],
  ['key_rotation', 'well', 'running', judgeRotation(rotationSince(now - day), now)],
  ['key_rotation', 'warning', 'stuck', judgeRotation(rotationSince(now - 8 * day), now)],
  [
    'key_rotation',
    'warning',
    'idle',
    judgeRotation(
      {
        runningSince: now - day,
        stalled: { purposes: ['seal_event'], since: now - day, movedAt: now - 3_600_000 },
      },
      now,
    ),
  ],
  ['key_escrow', 'well', 'well', judgeEscrow({ confirmedAt: now - day }, now)],
  ['key_escrow', 'warning', 'never', judgeEscrow({ confirmedAt: undefined }, now)],
  ['key_escrow', 'warning', 'old', judgeEscrow({ confirmedAt: now - 200 * day }, now)],
  ['backup_age', 'not_set_up', 'not_set_up', judgeBackupAge(undefined, now)],
  ['backup_age', 'skipped', 'postgres', skipped('postgres')],
  ['backup_age', 'well', 'well', judgeBackupAge(backup(now - day), now)],
  ['backup_age', 'warning', 'late', judgeBackupAge(backup(now - 3 * day), now)],
  ['backup_age', 'failed', 'missing', judgeBackupAge(backup(now - 5 * day), now)],
  ['backup_age', 'failed', 'never', judgeBackupAge(backup(undefined), now)],
  ['backup_age', 'well', 'waiting', judgeBackupAge(backup(undefined, { isWaiting: true }), now)],
  ['backup_age', 'well', 'by_command', judgeBackupAge(backup(now - 50 * day, { everyMs: 0 }), now)],
  ['backup_place', 'not_set_up', 'not_set_up', judgeBackupPlace(undefined)],
  ['backup_place', 'well', 'well', judgeBackupPlace({ place, state: 'ours' })],
  ['backup_place', 'warning', 'same_file_system', judgeBackupPlace({ place, state: 'ours', isBesideData: true })],
  ['backup_place', 'skipped', 'postgres', skipped('postgres')],
  ['backup_place', 'skipped', 'other_machine', judgeBackupPlace({ place, state: 'other_machine' })],
  ['backup_place', 'failed', 'place_missing', judgeBackupPlace({ place, state: 'place_missing' })],
  ['backup_place', 'failed', 'place_unmarked', judgeBackupPlace({ place, state: 'place_unmarked' })],
  ['backup_place', 'failed', 'other_copy', judgeBackupPlace({ place, state: 'other_copy' })],
  ['backup_place', 'failed', 'other_installation', judgeBackupPlace({ place, state: 'other_installation' })],
  ['backup_place', 'failed', 'unusable', judgeBackupPlace({ place, state: 'target_unreachable' })],
  ['restore_test', 'skipped', 'postgres', skipped('postgres')],
  ['restore_test', 'not_set_up', 'not_set_up', judgeRestoreTest(undefined, now)],
  ['restore_test', 'well', 'well', judgeRestoreTest({ lastVerifiedAt: now - day }, now)],
  ['restore_test', 'warning', 'never', judgeRestoreTest({ lastVerifiedAt: undefined }, now)],
  ['restore_test', 'warning', 'old', judgeRestoreTest({ lastVerifiedAt: now - 40 * day }, now)],
  ['audit_chain', 'well', 'well', chain([])],
  ['audit_chain', 'failed', 'broken', chain([{ kind: 'edited', sequence: 4, id: undefined }])],
  ['audit_chain', 'warning', 'head_unreadable', { state: 'warning', code: 'head_unreadable', values: { path: '/h' } }],
  ['audit_copy', 'not_set_up', 'not_set_up', copy('not_set_up')],
  ['audit_copy', 'well', 'well', copy('well')],
  ['audit_copy', 'warning', 'lags', copy('lags')],
  ['audit_copy', 'failed', 'stops', copy('stops')],
  ['jobs', 'well', 'well', judgeJobs(jobs(minute))],
  ['jobs', 'failed', 'overdue', judgeJobs(jobs(6 * minute))],
  ['failed_jobs', 'well', 'well', judgeFailedJobs({ failed: 0, crashing: 0 })],
  ['failed_jobs', 'warning', 'failed', judgeFailedJobs({ failed: 1, crashing: 0 })],
  ['failed_jobs', 'warning', 'crashing', judgeFailedJobs({ failed: 2, crashing: 1 })],
  ['webhooks', 'not_set_up', 'not_set_up', judgeWebhooks({ webhooks: [] })],
  ['webhooks', 'well', 'well', judgeWebhooks({ webhooks: [webhook({})] })],
  ['webhooks', 'warning', 'late', judgeWebhooks({ webhooks: [webhook({ oldestDueAgeMs: 6 * minute })] })],
  ['webhooks', 'warning', 'failing', judgeWebhooks({ webhooks: [webhook({}), webhook({ failingSince: 1 })] })],
  ['webhooks', 'failed', 'all_failing', judgeWebhooks({ webhooks: [webhook({ failingSince: 1 })] })],
  ['schedule', 'skipped', 'server_only', judgeSchedule(undefined)],
  ['schedule', 'well', 'well', judgeSchedule(task(0))],
  ['schedule', 'warning', 'failed', judgeSchedule(task(undefined))],
  ['usage', 'well', 'well', judgeUsage(usage(0))],
  ['usage', 'warning', 'differs', judgeUsage(usage(2))],
  ['usage', 'warning', 'recount_overdue', judgeUsage(usage(0, { days: 9, firstDay: 0 }))],
  ['provider', 'not_set_up', 'not_set_up', judgeService('not_set_up', record)],
  ['provider', 'well', 'well', judgeService('well', record)],
  ['provider', 'well', 'staff', well({}, 'staff')],
  ['provider', 'warning', 'failing', judgeService('attention', record)],
  ['provider', 'failed', 'down', judgeService('down', record)],
  ['provider', 'failed', 'provider_wallet_empty', refusing('provider_wallet_empty')],
  ['provider', 'failed', 'provider_credentials_refused', refusing('provider_credentials_refused')],
  ['provider', 'failed', 'provider_misconfigured', refusing('provider_misconfigured')],
  ['scoring', 'not_set_up', 'not_set_up', judgeService('not_set_up', record)],
  ['scoring', 'well', 'well', judgeService('well', record)],
  ['scoring', 'warning', 'failing', judgeService('attention', record)],
  ['scoring', 'failed', 'down', judgeService('down', record)],
  ['image_store', 'not_set_up', 'not_set_up', judgeImageStore(undefined)],
  ['image_store', 'well', 'well', judgeImageStore(look)],
  ['image_store', 'well', 'versions', judgeImageStore({ ...look, keeps: 'versions' })],
  ['image_store', 'warning', 'locked', judgeImageStore({ ...look, keeps: 'locked' })],
  ['image_store', 'warning', 'unknown', judgeImageStore({ ...look, keeps: 'unknown' })],
  ['image_store', 'failed', 'down', judgeImageStore({ ...look, fault: fault(true) })],
  ['image_store', 'failed', 'refused', judgeImageStore({ ...look, fault: fault(false) })],
  ['image_decoder', 'well', 'well', judgeDecoder(opened)],
  ['image_decoder', 'failed', 'broken', judgeDecoder({ ...opened, answer: { kind: 'damaged' } })],
  ['image_decoder', 'failed', 'broken', judgeDecoder({ kind: 'failed', failure: 'crashed' })],
  ['image_decoder', 'failed', 'not_started', judgeDecoder({ kind: 'failed', failure: 'not_started' })],
  ['image_decoder', 'warning', 'slow_start', judgeDecoder({ kind: 'failed', failure: 'slow_start' })],
  ['face_model', 'not_set_up', 'not_set_up', notSetUp()],
  ['face_model', 'well', 'well', judgeFaceModel(aMeasurement(), 'answers')],
  ['face_model', 'warning', 'slow_start', judgeFaceModel(aMeasurement(), 'slow_start')],
  ['face_model', 'failed', 'broken', judgeFaceModel(aMeasurement(), 'silent')],
  ['face_model', 'failed', 'refused', refusedFiles(new FaceModelError([]))],
  ['document_reader', 'not_set_up', 'not_set_up', notSetUp()],
  ['document_reader', 'well', 'well', judgeReader({ verdict: 'no_zone' }, { isReady: true })],
  ['document_reader', 'failed', 'broken', judgeReader({ failure: 'failed' }, { isReady: true })],
  ['document_reader', 'failed', 'missing', judgeReader({ failure: 'unavailable' }, { isReady: false, code: 'model_missing', reason: 'Install it again.' })],
  ['document_reader', 'warning', 'slow_start', judgeReader({ failure: 'unavailable' }, { isReady: false, code: 'slow_start', reason: 'Look for what overloads the machine.' })],
  ['outbound_hosts', 'well', 'well', judgeHosts([host])],
  ['outbound_hosts', 'well', 'none', judgeHosts([])],
  ['host_names', 'well', 'well', judgeHostNames(2, [])],
  ['host_names', 'failed', 'unknown', judgeHostNames(2, [host])],
  ['host_names', 'skipped', 'not_asked', skipped('not_asked')],
  ['administrators', 'well', 'well', judgeAdministrators([admin(true), admin(true)])],
  ['administrators', 'warning', 'one', judgeAdministrators([admin(true)])],
  ['administrators', 'warning', 'none', judgeAdministrators([])],
  ['reviewers', 'well', 'well', judgeReviewers(2, { isProvider: true, needsTwo: true })],
  ['reviewers', 'well', 'well', judgeReviewers(1, { isProvider: true, needsTwo: false })],
  ['reviewers', 'warning', 'one', judgeReviewers(1, { isProvider: false, needsTwo: true })],
  ['reviewers', 'warning', 'none', judgeReviewers(0, { isProvider: false, needsTwo: true })],
  ['reviewers', 'failed', 'nobody_decides', judgeReviewers(0, { isProvider: true, needsTwo: false })],
  ['second_factors', 'well', 'well', judgeSecondFactors([admin(true)])],
  ['second_factors', 'warning', 'without', judgeSecondFactors([admin(true), admin(false)])],
  ['second_factor', 'well', 'well', judgeSecondFactorRule(true)],
  ['second_factor', 'warning', 'optional', judgeSecondFactorRule(false)],
  ['keys_without_expiry', 'well', 'well', judgeExpiries([key(now, undefined)])],
  ['keys_without_expiry', 'warning', 'without', judgeExpiries([key(undefined, undefined)])],
  ['subject_exports', 'well', 'well', judgeExports([])],
  ['subject_exports', 'warning', 'late', judgeExports(['exp_1', 'exp_2'])],
  ['unused_keys', 'well', 'well', judgeUse([key(undefined, now - 89 * day, 0)], now)],
  ['unused_keys', 'well', 'well', judgeUse([key(undefined, undefined, now - day)], now)],
  ['unused_keys', 'warning', 'unused', judgeUse([key(undefined, now - 91 * day, 0)], now)],
  ['unused_keys', 'warning', 'unused', judgeUse([key(undefined, undefined, now - 91 * day)], now)],
  ['jobs', 'skipped', 'needs_tables', skipped('needs_tables')],
  ['data_keys', 'skipped', 'needs_keys', skipped('needs_keys')],
]
