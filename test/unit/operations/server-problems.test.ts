import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '../../../server/kernel/durations.ts'
import {
  findStalled,
  type KeyRotation,
} from '../../../server/operations/encryption-keys/key-rotation.ts'
import { problemsOfServers } from '../../../server/operations/status/server-problems.ts'

const now = 1_000 * hourMs
const node = {
  id: 'node_1',
  host: 'kyc1',
  version: '1.2.0',
  schemaVersion: 1,
  startedAt: 0,
  seenAt: now,
  beats: 1,
  drainingSince: undefined,
  masterKeyId: 'mk',
}

test('nodes without signs of life are not said to be stopped', () => {
  const silent = { ...node, seenAt: now - hourMs }
  const shared = { isServing: false, isShared: true, nowMs: now }
  assert.deepEqual(problemsOfServers([silent], shared), [
    { kind: 'nodes_silent', hosts: ['kyc1'], seenAt: silent.seenAt },
  ])
  assert.deepEqual(problemsOfServers([silent, node], { ...shared, isServing: true }), [])
  assert.deepEqual(problemsOfServers([], shared), [{ kind: 'server_not_running' }])
  assert.deepEqual(problemsOfServers([silent], { isServing: false, nowMs: now }), [
    { kind: 'server_not_running' },
  ])
})

const rotation: KeyRotation = {
  keyId: 'pk_1',
  purpose: 'seal_event',
  startedAt: now - hourMs,
  movedAt: now - hourMs,
  usedFrom: now - hourMs,
  position: '',
  rowsRead: 0,
  rowsChanged: 0,
  rowsFailed: 0,
  changedInPass: 0,
  reencryptedAt: undefined,
  lastPassFrom: undefined,
  finishedAt: undefined,
}

const cases: readonly (readonly [
  name: string,
  rotations: readonly KeyRotation[],
  stalled: number,
])[] = [
  ['that no server took up', [rotation], 1],
  ['that goes on', [{ ...rotation, rowsRead: 100, movedAt: now - 1_000 }], 0],
  ['that stopped half way', [{ ...rotation, rowsRead: 100 }], 1],
  [
    'that stopped half way, though old API keys are counted',
    [
      { ...rotation, rowsRead: 100 },
      { ...rotation, purpose: 'mac_api_key', movedAt: now },
    ],
    1,
  ],
  [
    'whose old key is kept for a day',
    [{ ...rotation, reencryptedAt: now - hourMs, lastPassFrom: now + 23 * hourMs }],
    0,
  ],
  [
    'whose last pass does not begin',
    [{ ...rotation, reencryptedAt: now - 25 * hourMs, lastPassFrom: now - hourMs }],
    1,
  ],
  ['that was started a minute ago', [{ ...rotation, usedFrom: now - 60_000 }], 0],
  ['that waits for the one before it', [rotation, { ...rotation, movedAt: now - 1_000 }], 0],
  [
    'that waited for one that has just ended',
    [
      rotation,
      {
        ...rotation,
        movedAt: now - 1_000,
        reencryptedAt: now - 1_000,
        lastPassFrom: now + 23 * hourMs,
      },
    ],
    0,
  ],
  [
    'whose old key should be destroyed since two days',
    [{ ...rotation, reencryptedAt: 0, lastPassFrom: now - 48 * hourMs, rowsRead: 1 }],
    1,
  ],
  ['that is finished', [{ ...rotation, finishedAt: now - hourMs }], 0],
  ['that old API keys hold', [{ ...rotation, purpose: 'mac_api_key' }], 0],
]

for (const [name, rotations, count] of cases) {
  test(`a rotation ${name} ${count === 0 ? 'has not stalled' : 'has stalled'}`, () => {
    const stalled = findStalled(rotations, { servedSince: 0, nowMs: now })
    assert.equal(stalled?.purposes.length ?? 0, count)
    assert.equal(findStalled(rotations, { servedSince: undefined, nowMs: now }), undefined)
    assert.equal(findStalled(rotations, { servedSince: now - 60_000, nowMs: now }), undefined)
  })
}
