// One case for each finding about machine, settings and database: the facts, judged, and the state that must result.

import { readFileSync } from 'node:fs'
import {
  judgeClockOffset,
  judgeTimeOrder,
  judgeTimeSource,
} from '../../../server/doctor/checks/clock-checks.ts'
import {
  judgeEnvironment,
  judgePublicUrl,
  judgeRetentionPeriods,
  judgeSettings,
} from '../../../server/doctor/checks/config-checks.ts'
import {
  judgeDatabaseFile,
  judgeIntegrity,
  judgePragmas,
  judgeSchema,
  judgeVerdict,
  judgeWriteAheadLog,
} from '../../../server/doctor/checks/database-checks.ts'
import {
  judgeFileSystem,
  judgeFolder,
  judgeFreeSpace,
  judgeImageStorage,
  judgeSyncTimes,
} from '../../../server/doctor/checks/disk-checks.ts'
import {
  judgeCoreDumps,
  judgeExposure,
  judgeMemory,
  judgeOpenFiles,
  judgeProcessor,
  judgeSwap,
  judgeWritten,
} from '../../../server/doctor/checks/host-checks.ts'
import {
  judgePaths,
  judgeServer,
  judgeUser,
  judgeVersions,
} from '../../../server/doctor/checks/server-checks.ts'
import { judgeExpiry, judgeHost, judgeTransport } from '../../../server/doctor/checks/tls-checks.ts'
import { skipped } from '../../../server/doctor/outcome.ts'
import type { CheckCase } from './check-case.ts'

const now = Date.UTC(2026, 10, 22)
const minute = 60_000
const day = 24 * 60 * minute
const entryTimes = (newestAt: number, latestAt = newestAt) => ({ newestAt, latestAt })
const none = Number.POSITIVE_INFINITY
const limits = (openFiles: number, coreBytes: number) => ({ openFiles, coreBytes })
const swap = (usedBytes: number, isAllowed: boolean, devices: readonly string[]) => ({
  usedBytes,
  isAllowed,
  devices,
})
const fault = (kind: 'missing' | 'not_a_folder' | 'read_only' | 'foreign_owner' | 'mode') =>
  judgeFolder({ kind, path: '/data' })
const clockOff = (offsetMs: number) =>
  judgeClockOffset({ kind: 'measured', service: 'chrony', offsetMs })
const exposed = (level: number) => judgeExposure({ kind: 'measured', unit: 'svc.service', level })
const verdict = (...damagedTables: string[]) => judgeVerdict({ checkedAt: now, damagedTables })
const certificate = (from: number, to: number) => ({
  kind: 'read' as const,
  subject: 'CN=a',
  algorithm: 'RSA',
  bits: 2048,
  validFrom: from,
  expiresAt: to,
  fingerprint: 'AA',
})
const shown = (fingerprint: string, restMs: number) => ({ fingerprint, expiresAt: now + restMs })
const pathFault = (isUnsafe: boolean) => ({
  path: '/data',
  kind: 'mode' as const,
  isUnsafe,
  surplus: 0o007,
  ownerId: 1,
  ownerWanted: 1,
})
const settingFrom = (origin: 'environment' | 'file') => [
  { name: 'SVC_SCORING_TOKEN', value: '••••', origin },
]
const v2Flags = ['fpu', 'ssse3', 'sse4_1', 'sse4_2', 'popcnt']
const period = (kind: string, value?: string) => ({
  name: `SVC_RETENTION_${kind}`,
  value,
  origin: 'file' as const,
})
const timeFacts = (more: object) =>
  judgeTimeSource({ isSynchronised: false, service: undefined, hasSystemd: false, ...more })
const pem = readFileSync(new URL('../../support/doctor-certificate.pem', import.meta.url))

// biome-ignore format: one row a case
export const machineCases: readonly CheckCase[] = [
  ['processor', 'well', 'well', judgeProcessor('x64', v2Flags)],
  ['processor', 'well', 'well', judgeProcessor('arm64', ['fp', 'asimd'])],
  ['processor', 'failed', 'old', judgeProcessor('x64', ['fpu', 'sse2', 'ssse3'])],
  ['processor', 'skipped', 'not_on_this_system', judgeProcessor('x64', undefined)],
  ['memory', 'well', 'well', judgeMemory(8e9)],
  ['memory', 'warning', 'little', judgeMemory(1.2e9)],
  ['memory', 'failed', 'too_little', judgeMemory(5e8)],
  ['open_files', 'well', 'well', judgeOpenFiles(limits(65_536, 0))],
  ['open_files', 'well', 'unlimited', judgeOpenFiles(limits(none, 0))],
  ['open_files', 'warning', 'few', judgeOpenFiles(limits(1024, 0))],
  ['open_files', 'skipped', 'not_on_this_system', judgeOpenFiles(undefined)],
  ['core_dumps', 'well', 'well', judgeCoreDumps(limits(1, 0))],
  ['core_dumps', 'warning', 'on', judgeCoreDumps(limits(1, none))],
  ['core_dumps', 'skipped', 'not_on_this_system', judgeCoreDumps(undefined)],
  ['swap', 'well', 'well', judgeSwap(swap(0, true, []))],
  ['swap', 'well', 'well', judgeSwap(swap(0, false, ['/dev/sda2']))],
  ['swap', 'warning', 'on', judgeSwap(swap(0, true, ['/dev/sda2']))],
  ['swap', 'warning', 'in_use', judgeSwap(swap(4096, true, ['/dev/sda2']))],
  ['swap', 'skipped', 'not_on_this_system', judgeSwap(undefined)],
  ['free_space', 'well', 'well', judgeFreeSpace(5e9, 2e9)],
  ['free_space', 'failed', 'below_reserve', judgeFreeSpace(1.9e9, 2e9)],
  ['free_space', 'failed', 'almost_full', judgeFreeSpace(1e8, 2e9)],
  ['data_folder', 'well', 'well', judgeFolder(undefined)],
  ['data_folder', 'failed', 'missing', fault('missing')],
  ['data_folder', 'failed', 'not_a_folder', fault('not_a_folder')],
  ['data_folder', 'failed', 'read_only', fault('read_only')],
  ['data_folder', 'failed', 'foreign_owner', fault('foreign_owner')],
  ['data_folder', 'failed', 'mode', fault('mode')],
  ['file_system', 'well', 'well', judgeFileSystem(0xef53)],
  ['file_system', 'failed', 'network', judgeFileSystem(0x6969)],
  ['file_system', 'failed', 'network', judgeFileSystem(0x65735546)],
  ['file_system', 'failed', 'network', judgeFileSystem(-11317950)],
  ['file_system', 'warning', 'memory', judgeFileSystem(0x01021994)],
  ['file_system', 'warning', 'layered', judgeFileSystem(0x794c7630)],
  ['sync_time', 'well', 'well', judgeSyncTimes([...Array(99).fill(1), 500])],
  ['sync_time', 'skipped', 'no_room', judgeSyncTimes(undefined)],
  ['sync_time', 'warning', 'slow', judgeSyncTimes([...Array(98).fill(1), 25, 500])],
  ['image_storage', 'well', 'well', judgeImageStorage({ storedBytes: 1, maxBytes: 1e11 })],
  ['image_storage', 'well', 'unlimited', judgeImageStorage({ storedBytes: 1, maxBytes: undefined })],
  ['image_storage', 'warning', 'near_full', judgeImageStorage({ storedBytes: 95e9, maxBytes: 1e11 })],
  ['image_storage', 'failed', 'full', judgeImageStorage({ storedBytes: 1e11, maxBytes: 1e11 })],
  ['unit_exposure', 'well', 'well', exposed(1.2)],
  ['unit_exposure', 'warning', 'open', exposed(1.6)],
  ['unit_exposure', 'skipped', 'no_unit', judgeExposure({ kind: 'no_unit' })],
  ['unit_exposure', 'skipped', 'unknown', judgeExposure({ kind: 'unknown' })],
  ['written_folders', 'well', 'well', judgeWritten([])],
  ['written_folders', 'failed', 'read_only', judgeWritten(['/mnt/backups/svc'])],
  ['written_folders', 'skipped', 'not_on_this_system', judgeWritten(undefined)],
  ['damaged_tables', 'well', 'well', verdict()],
  ['damaged_tables', 'failed', 'damaged', verdict('jobs')],
  ['damaged_tables', 'skipped', 'never', judgeVerdict(undefined)],
  ['time_source', 'well', 'well', timeFacts({ isSynchronised: true })],
  ['time_source', 'well', 'service', timeFacts({ service: 'chronyd', hasSystemd: true })],
  ['time_source', 'warning', 'not_synchronised', timeFacts({ hasSystemd: true })],
  ['time_source', 'skipped', 'unknown', timeFacts({})],
  ['clock_offset', 'well', 'well', clockOff(12)],
  ['clock_offset', 'warning', 'off', clockOff(1_001)],
  ['clock_offset', 'failed', 'far_off', clockOff(31_000)],
  ['clock_offset', 'warning', 'not_synchronised', judgeClockOffset({ kind: 'not_synchronised', service: 'chrony' })],
  ['clock_offset', 'skipped', 'unknown', judgeClockOffset({ kind: 'unknown' })],
  ['time_order', 'well', 'well', judgeTimeOrder(entryTimes(now + minute), now)],
  ['time_order', 'well', 'well', judgeTimeOrder({ newestAt: undefined, latestAt: undefined }, now)],
  ['time_order', 'failed', 'behind', judgeTimeOrder(entryTimes(now + day), now)],
  ['time_order', 'warning', 'was_ahead', judgeTimeOrder(entryTimes(now, now + day), now)],
  ['user', 'well', 'well', judgeUser(1000, false)],
  ['user', 'failed', 'root', judgeUser(0, false)],
  ['user', 'warning', 'root_allowed', judgeUser(0, true)],
  ['user', 'skipped', 'not_on_this_system', judgeUser(undefined, false)],
  ['user', 'skipped', 'no_server', skipped('no_server')],
  ['single_server', 'well', 'well', judgeServer({ isServing: true, pid: 42, owner: undefined })],
  ['single_server', 'well', 'not_running', judgeServer({ isServing: false, pid: undefined, owner: undefined })],
  ['single_server', 'warning', 'unnamed', judgeServer({ isServing: true, pid: undefined, owner: undefined })],
  ['single_server', 'warning', 'not_serving', judgeServer({ isServing: true, pid: undefined, owner: { pid: 42, program: 'svc serve' } })],
  ['versions', 'well', 'well', judgeVersions({ node: '24.1.0', sqlite: '3.53.2' }, '22.22')],
  ['versions', 'well', 'node', judgeVersions({ node: '22.22.0', sqlite: undefined }, '22.22')],
  ['versions', 'failed', 'old_node', judgeVersions({ node: '22.9.0', sqlite: '3.53.2' }, '22.22')],
  ['versions', 'failed', 'old_sqlite', judgeVersions({ node: '24.1.0', sqlite: '3.40.1' }, '22.22')],
  ['paths', 'well', 'well', judgePaths([])],
  ['paths', 'warning', 'wide', judgePaths([pathFault(false)])],
  ['paths', 'failed', 'unsafe', judgePaths([pathFault(false), pathFault(true)])],
  ['settings', 'well', 'well', judgeSettings([])],
  ['settings', 'failed', 'problems', judgeSettings([{ name: 'SVC_PORT', message: 'must be a port' }])],
  ['environment_secrets', 'well', 'well', judgeEnvironment(settingFrom('file'))],
  ['environment_secrets', 'warning', 'found', judgeEnvironment(settingFrom('environment'))],
  ['public_url', 'well', 'well', judgePublicUrl('https://svc.example.com')],
  ['public_url', 'not_set_up', 'not_set_up', judgePublicUrl(undefined)],
  ['public_url', 'warning', 'plain', judgePublicUrl('http://svc.example.com')],
  ['retention_periods', 'well', 'well', judgeRetentionPeriods([period('CLIENT', '10y'), period('APPLICANT', '1y')])],
  ['retention_periods', 'warning', 'none', judgeRetentionPeriods([period('CLIENT', '10y'), period('APPLICANT')])],
  ['public_url', 'warning', 'address', judgePublicUrl('https://192.0.2.7:8443')],
  ['transport', 'well', 'well', judgeTransport(false)],
  ['transport', 'warning', 'insecure', judgeTransport(true)],
  ['certificate_expiry', 'well', 'well', judgeExpiry(certificate(now - day, now + 31 * day), now)],
  ['certificate_expiry', 'warning', 'expires', judgeExpiry(certificate(now - day, now + 29 * day), now)],
  ['certificate_expiry', 'failed', 'expires_now', judgeExpiry(certificate(now - day, now + 6 * day), now)],
  ['certificate_expiry', 'failed', 'expired', judgeExpiry(certificate(now - day, now), now)],
  ['certificate_expiry', 'failed', 'not_yet', judgeExpiry(certificate(now + day, now + 90 * day), now)],
  ['certificate_expiry', 'well', 'well', judgeExpiry(certificate(now - day, now + 31 * day), now, shown('AA', 31 * day))],
  ['certificate_expiry', 'warning', 'not_loaded', judgeExpiry(certificate(now - day, now + 90 * day), now, shown('BB', 8 * day))],
  ['certificate_expiry', 'failed', 'not_loaded', judgeExpiry(certificate(now - day, now + 90 * day), now, shown('BB', 6 * day))],
  ['certificate_expiry', 'failed', 'expired_in_file', judgeExpiry(certificate(now - 90 * day, now - day), now, shown('BB', 60 * day))],
  ['certificate_expiry', 'failed', 'unreadable', judgeExpiry({ kind: 'unreadable' }, now)],
  ['certificate_match', 'well', 'well', judgeHost(pem, 'svc.example.com')],
  ['certificate_match', 'well', 'well', judgeHost(pem, '[2001:db8::7]')],
  ['certificate_match', 'well', 'no_host', judgeHost(pem, undefined)],
  ['certificate_match', 'failed', 'other_host', judgeHost(pem, 'other.example.com')],
  ['certificate_match', 'failed', 'other_host', judgeHost(pem, '192.0.2.8')],
  ['database_file', 'well', 'well', judgeDatabaseFile(undefined, '/data/svc.db', 4096)],
  ['database_file', 'failed', 'missing', judgeDatabaseFile('missing', '/data/svc.db', 0)],
  ['database_file', 'failed', 'damaged', judgeDatabaseFile('damaged', '/data/svc.db', 1)],
  ['database_file', 'failed', 'no_room', judgeDatabaseFile('no_room', '/data/svc.db', 1)],
  ['database_file', 'failed', 'unreadable', judgeDatabaseFile('unreadable', '/data/svc.db', 1)],
  ['pragmas', 'well', 'well', judgePragmas([{ name: 'synchronous', held: 2, expected: 2 }])],
  ['pragmas', 'failed', 'differ', judgePragmas([{ name: 'synchronous', held: 1, expected: 2 }])],
  ['schema', 'well', 'well', judgeSchema({ stored: 2, known: 2 }, true)],
  ['schema', 'failed', 'empty', judgeSchema({ stored: 0, known: 2 }, false)],
  ['schema', 'failed', 'pending', judgeSchema({ stored: 1, known: 2 }, false)],
  ['schema', 'failed', 'newer', judgeSchema({ stored: 3, known: 2 }, false)],
  ['schema', 'failed', 'differs', judgeSchema({ stored: 2, known: 2 }, false)],
  ['write_ahead_log', 'well', 'well', judgeWriteAheadLog(1e6)],
  ['write_ahead_log', 'warning', 'large', judgeWriteAheadLog(300 * 1024 * 1024)],
  ['integrity', 'well', 'well', judgeIntegrity({ kind: 'checked', faults: [] }, 1)],
  ['integrity', 'failed', 'damaged', judgeIntegrity({ kind: 'checked', faults: ['page 3: never used'] }, 1)],
  ['integrity', 'failed', 'not_made', judgeIntegrity({ kind: 'not_made' }, 1)],
  ['integrity', 'skipped', 'over_time', judgeIntegrity({ kind: 'over_time' }, 60_000)],
  ['certificate_expiry', 'not_set_up', 'not_set_up', { state: 'not_set_up', code: 'not_set_up' }],
  ['certificate_match', 'not_set_up', 'not_set_up', { state: 'not_set_up', code: 'not_set_up' }],
  ['certificate_match', 'failed', 'not_usable', { state: 'failed', code: 'not_usable' }],
  ['memory', 'failed', 'crashed', { state: 'failed', code: 'crashed', values: { error: 'Error' } }],
  ['memory', 'skipped', 'needs_settings', skipped('needs_settings')],
  ['pragmas', 'skipped', 'needs_database', skipped('needs_database')],
  ['free_space', 'skipped', 'no_data_folder', skipped('no_data_folder')],
  ['integrity', 'skipped', 'slow', skipped('slow')],
]
