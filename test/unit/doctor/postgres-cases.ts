// One case for each finding about a PostgreSQL database and its nodes.

import { judgeSharedSchema } from '../../../server/doctor/checks/database-checks.ts'
import {
  judgeConnections,
  judgeDatabaseClock,
  judgeDatabaseServer,
  judgeDurability,
  judgeLongTransactions,
  judgeNodes,
  judgeReplication,
  judgeRole,
} from '../../../server/doctor/checks/postgres-checks.ts'
import type { Node } from '../../../server/nodes/node.ts'
import type { CheckCase } from './check-case.ts'

const server = { version: '15.4' }
const sound = { fault: undefined, others: [] }
const role = { role: 'svc_app', isSuperuser: false, ownsTables: false }
const replicated = { standbys: 1, synchronous: 1, waits: true }
const nowMs = 100_000
const node: Node = {
  id: 'node_1',
  host: 'bank-1',
  version: '1.2.0',
  schemaVersion: 1,
  startedAt: 0,
  masterKeyId: 'mk_test',
  seenAt: nowMs,
  beats: 1,
  drainingSince: undefined,
}
const schema = { stored: 2, known: 2, fits: true, isExpected: true }

// biome-ignore format: one row a case
export const postgresCases: readonly CheckCase[] = [
  ['nodes', 'well', 'well', judgeNodes([node], nowMs)],
  ['nodes', 'skipped', 'no_server', judgeNodes([], nowMs)],
  ['nodes', 'warning', 'silent', judgeNodes([node, { ...node, seenAt: 0 }], nowMs)],
  ['nodes', 'warning', 'mixed', judgeNodes([node, { ...node, version: '1.3.0' }], nowMs)],
  ['database_server', 'well', 'well', judgeDatabaseServer(sound, server)],
  ['database_server', 'well', 'well', judgeDatabaseServer(undefined, server)],
  ['database_server', 'failed', 'unusable', judgeDatabaseServer({ ...sound, fault: 'x' }, undefined)],
  ['database_server', 'warning', 'host_away', judgeDatabaseServer({ ...sound, others: ['db2:5432: nothing listens'] }, server)],
  ['database_server', 'well', 'well', judgeDatabaseServer({ ...sound, others: ['db2:5432: a standby'] }, server)],
  ['durability', 'well', 'well', judgeDurability({ unsafeSettings: [] })],
  ['durability', 'failed', 'loses_data', judgeDurability({ unsafeSettings: ['fsync = off'] })],
  ['database_role', 'well', 'well', judgeRole(role)],
  ['database_role', 'warning', 'owner', judgeRole({ ...role, ownsTables: true })],
  ['database_role', 'failed', 'superuser', judgeRole({ ...role, isSuperuser: true })],
  ['database_clock', 'well', 'well', judgeDatabaseClock(20)],
  ['database_clock', 'warning', 'off', judgeDatabaseClock(501)],
  ['database_clock', 'failed', 'off', judgeDatabaseClock(2_001)],
  ['replication', 'well', 'well', judgeReplication(replicated)],
  ['replication', 'well', 'unseen', judgeReplication({ ...replicated, synchronous: undefined })],
  ['replication', 'warning', 'asynchronous', judgeReplication({ standbys: 1, synchronous: 0, waits: false })],
  ['replication', 'failed', 'stuck', judgeReplication({ ...replicated, synchronous: 0 })],
  ['replication', 'failed', 'stuck', judgeReplication({ ...replicated, standbys: 0 })],
  ['replication', 'not_set_up', 'not_set_up', judgeReplication({ standbys: 0, synchronous: 0, waits: false })],
  ['long_transactions', 'well', 'well', judgeLongTransactions([])],
  ['long_transactions', 'warning', 'long', judgeLongTransactions([{ pid: 7, application: 'psql', lastsMs: 600_000 }])],
  ['long_transactions', 'warning', 'blocking', judgeLongTransactions([], [{ pid: 7, application: 'psql' }])],
  ['connections_left', 'well', 'well', judgeConnections({ used: 20, max: 97 }, 19)],
  ['connections_left', 'warning', 'few', judgeConnections({ used: 80, max: 97 }, 19)],
  ['connections_left', 'failed', 'none', judgeConnections({ used: 96, max: 97 }, 19)],
  ['schema', 'warning', 'between_releases', judgeSharedSchema({ ...schema, stored: 3 })],
  ['schema', 'failed', 'empty_server', judgeSharedSchema({ ...schema, stored: 0, fits: false })],
  ['schema', 'well', 'well', judgeSharedSchema(schema)],
  ['schema', 'failed', 'differs', judgeSharedSchema({ ...schema, isExpected: false })],
]
