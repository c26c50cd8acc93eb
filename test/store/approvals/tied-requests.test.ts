import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTied } from '../../../server/approvals/one-person.ts'
import { openApprovals } from './approval-scene.ts'

test('the ties of all requesters are read once', async (t) => {
  const { clock, db, user } = await openApprovals(t)
  const [decider, first, second, third] = [
    await user('administrator'),
    await user('developer'),
    await user('developer'),
    await user('developer'),
  ]
  await user('administrator')
  let reads = 0
  const readTies = async () => {
    reads += 1
    return (userId: string) => new Set(userId === third ? [] : [decider])
  }
  const requests = [first, second, third].map((requestedBy) => ({
    ...{ kind: 'key_activation' as const, requestedBy },
    subject: { kind: 'key' as const, id: 'key_1' },
  }))
  const tied = await listTied({ clock, readTies }, db.reader, requests, decider)
  assert.deepEqual(
    [...tied].map(({ requestedBy }) => requestedBy),
    [first, second],
  )
  assert.equal(reads, 1)
})
