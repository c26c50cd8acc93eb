import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNotices, type Notice } from '../../../server/kernel/notices.ts'
import { turns } from '../../support/turns.ts'

function linked() {
  const sent: Notice[] = []
  const notices = createNotices({
    send: (some) => sent.push(...some),
    onReceive() {},
  })
  return { notices, sent }
}

test('other nodes are notified only where this one does not do all of the work', async () => {
  const { notices, sent } = linked()
  let hasRoom = true
  notices.subscribe('jobs', () => hasRoom)
  notices.publish('jobs')
  await turns(2)
  assert.deepEqual(sent, [])
  hasRoom = false
  notices.publish('jobs')
  notices.publish('jobs')
  await turns(2)
  assert.deepEqual(sent, [{ topic: 'jobs', ids: [] }], 'once a turn of the event loop')
})

test('other nodes are notified where nobody listens here, and where this node has too much', async () => {
  const { notices, sent } = linked()
  notices.publish('retries', ['whk_1'])
  await turns(2)
  notices.subscribe('jobs', () => true)
  notices.offer('jobs')
  await turns(2)
  assert.deepEqual(sent, [
    { topic: 'retries', ids: ['whk_1'] },
    { topic: 'jobs', ids: [] },
  ])
})
