import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CheckedFacts,
  type SystemCheckName,
  systemCheckNames,
  systemChecksOf,
} from '../../../server/console-api/system/system-checks.ts'

const gigabyte = 1e9
const images = { storedBytes: 90 * gigabyte, maxBytes: 100 * gigabyte }
const writable = { reserveBytes: 2 * gigabyte, fault: undefined, images }
const fault = { kind: 'read_only', path: '/var/lib/svc', ownerId: 0, userId: 1 } as const
const quiet = {
  refusedBecause: undefined,
  downSince: undefined,
  probeAt: undefined,
  failuresInRow: 0,
}
const webhook = { id: 'wh_1', environment: 'live', ...idle(), failingSince: undefined } as const

function idle() {
  return { waiting: 0, due: 0, oldestDueAgeMs: 0, nextDueAt: undefined }
}

/** Nothing is wrong, as far as a machine without backups can be. */
const well: CheckedFacts = {
  config: { insecureHttp: false, users: { secondFactorRequired: true } },
  status: {
    jobs: { ...idle(), running: 0 },
    webhooks: [webhook],
    alerts: [],
    usage: { countedTo: 0, differences: 0, overdue: undefined },
    services: { provider: { kind: 'well' }, scoring: { kind: 'well' } },
  },
  provider: { ...quiet, state: 'well' },
  scoring: { ...quiet, state: 'well' },
  failedJobs: 0,
  disk: { databaseBytes: 1, freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte, ...writable },
  auditCopy: { state: 'well', waiting: 0, oldestAt: undefined },
  scheduledTasks: [{ name: 'prune_jobs', when: '* * * * *', lastRun: undefined }],
}

const { status } = well
const failedRun = { startedAt: 1, endedAt: 2, count: undefined }

type OpenedVerification = readonly [
  what: string,
  SystemCheckName,
  Partial<CheckedFacts>,
  state: string,
  count?: number,
]

const cases: readonly OpenedVerification[] = [
  ['little room', 'disk', { disk: { ...well.disk, freeBytes: 2 * gigabyte - 1 } }, 'attention'],
  ['no room', 'disk', { disk: { ...well.disk, freeBytes: gigabyte / 5 } }, 'down'],
  ['a folder mounted read-only', 'disk', { disk: { ...well.disk, fault } }, 'down'],
  [
    'little room for pictures',
    'images',
    { disk: { ...well.disk, images: { ...images, storedBytes: 90 * gigabyte + 1 } } },
    'attention',
  ],
  [
    'no room for one upload more',
    'images',
    { disk: { ...well.disk, images: { ...images, storedBytes: 100 * gigabyte - 33_999_999 } } },
    'down',
  ],
  [
    'a copy of the audit log that lags',
    'audit_copy',
    { auditCopy: { state: 'lags', waiting: 7, oldestAt: 1 } },
    'attention',
    7,
  ],
  [
    'one that lags so far that verifications are refused',
    'audit_copy',
    { auditCopy: { state: 'stops', waiting: 8, oldestAt: 1 } },
    'down',
    8,
  ],
  [
    'no second system',
    'audit_copy',
    { auditCopy: { state: 'not_set_up', waiting: 0, oldestAt: undefined } },
    'not_set_up',
    0,
  ],
  ['two failed jobs', 'jobs', { failedJobs: 2 }, 'attention', 2],
  [
    'jobs that nobody takes up',
    'jobs',
    {
      failedJobs: 2,
      status: { ...status, jobs: { ...idle(), due: 7, oldestDueAgeMs: 360_000, running: 0 } },
    },
    'down',
    7,
  ],
  ['no partner account', 'provider', { provider: { ...quiet, state: 'not_set_up' } }, 'not_set_up'],
  ['a dead engine', 'scoring', { scoring: { ...quiet, state: 'down' } }, 'down'],
  [
    'one failing webhook of two',
    'webhooks',
    { status: { ...status, webhooks: [webhook, { ...webhook, failingSince: 1 }] } },
    'attention',
    1,
  ],
  [
    'sums that differ',
    'usage',
    { status: { ...status, usage: { countedTo: 0, differences: 3, overdue: undefined } } },
    'attention',
    3,
  ],
  [
    'a task that failed beside one that runs',
    'schedule',
    {
      scheduledTasks: [
        { name: 'one', when: '* * * * *', lastRun: failedRun },
        { name: 'other', when: '* * * * *', lastRun: { ...failedRun, endedAt: undefined } },
      ],
    },
    'attention',
    1,
  ],
  [
    'plain http beyond this machine',
    'transport',
    { config: { ...well.config, insecureHttp: true } },
    'attention',
  ],
  [
    'passwords alone',
    'second_factor',
    { config: { ...well.config, users: { secondFactorRequired: false } } },
    'attention',
  ],
]

test('a healthy appliance has nothing to fix but the missing backups', () => {
  const states = systemChecksOf(well).map(({ name, state }) => [name, state])
  assert.deepEqual(states[0], ['backups', 'not_set_up'])
  assert.deepEqual(new Set(states.slice(1).map(([, state]) => state)), new Set(['well']))
  assert.deepEqual(states.map(([name]) => name).toSorted(), systemCheckNames.toSorted())
})

for (const [what, name, facts, state, count] of cases) {
  test(`${what}: ${name} is ${state}, and nothing else changes`, () => {
    const found = systemChecksOf({ ...well, ...facts })
    const usual = systemChecksOf(well)
    const of = (checks: typeof found) => checks.find((check) => check.name === name)
    assert.deepEqual(of(found), { name, state, count })
    const others = (checks: typeof found) =>
      checks.filter((check) => check.name !== name).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    assert.deepEqual(others(found), others(usual))
  })
}

test('what is down stands before what merely wants attention', () => {
  const bad = { scoring: { ...quiet, state: 'down' }, failedJobs: 1 } as const
  const names = systemChecksOf({ ...well, ...bad }).map(({ name }) => name)
  assert.deepEqual(names.slice(0, 3), ['scoring', 'jobs', 'backups'])
})
