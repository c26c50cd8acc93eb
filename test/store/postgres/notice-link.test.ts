// Notices between nodes over PostgreSQL: they arrive, come together, and go on after the connection was lost.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../../server/kernel/clock.ts'
import { createNotices, type Notices, type Topic } from '../../../server/kernel/notices.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { onPostgres, openAt, openTestPostgres } from '../../support/postgres.ts'

interface Listened {
  readonly ids: readonly string[]
}

/** Collects what a node hears of a topic. Each wait ends with the test's own time limit. */
function hear(notices: Notices, topic: Topic) {
  const heard: Listened[] = []
  let woken = Promise.withResolvers<void>()
  notices.subscribe(topic, (ids) => {
    heard.push({ ids })
    woken.resolve()
  })
  return {
    heard,
    async until(isEnough: () => boolean) {
      while (!isEnough()) {
        await woken.promise
        woken = Promise.withResolvers<void>()
      }
    },
  }
}

async function openNodes(t: TestContext) {
  const { url, db } = await openTestPostgres(t)
  const captured = captureLog(new ManualClock())
  const nodes = ['node_a', 'node_b'].map((nodeId) => {
    const opened = openAt(url)
    const link = opened.noticeLink({ clock: systemClock, log: captured.log, nodeId })
    const notices = createNotices(link)
    t.after(async () => {
      await link.close()
      await opened.close()
    })
    return { notices, link, jobs: hear(notices, 'jobs'), retries: hear(notices, 'retries') }
  })
  const [one, other] = nodes
  assert.ok(one && other)
  // Each link tells its own node to look at everything once it listens.
  for (const node of [one, other]) {
    node.link.listen()
    await node.jobs.until(() => node.jobs.heard.length > 0)
  }
  return { db, one, other, captured }
}

describe('notices between nodes', onPostgres, () => {
  test('reach the other node once, and those of one turn come together', async (t) => {
    const { one, other } = await openNodes(t)
    const before = one.retries.heard.length
    one.notices.publish('retries', ['hook_1'])
    one.notices.publish('retries', ['hook_2'])
    one.notices.publish('retries', ['hook_1'])
    await other.retries.until(() => other.retries.heard.length > 1)
    assert.deepEqual(other.retries.heard.slice(1), [{ ids: ['hook_1', 'hook_2'] }])
    // Its own listeners were called directly, three times, and not once more by the database.
    other.notices.publish('jobs')
    await one.jobs.until(() => one.jobs.heard.length > 1)
    assert.equal(one.retries.heard.length - before, 3)
  })

  test('name no ids if they are too long for a notification', async (t) => {
    const { one, other } = await openNodes(t)
    one.notices.publish(
      'retries',
      Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(100, 'x')),
    )
    await other.retries.until(() => other.retries.heard.length > 1)
    assert.deepEqual(other.retries.heard[1], { ids: [] })
  })

  test('go on after the connection was lost, and the node looks at everything', async (t) => {
    const { db, one, other, captured } = await openNodes(t)
    const before = other.jobs.heard.length
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'svc notices' and datname = current_database()`.execute(db.reader)
    await other.jobs.until(() => other.jobs.heard.length > before)
    assert.deepEqual(other.jobs.heard.at(-1), { ids: [] })
    await one.jobs.until(() => one.jobs.heard.length > 1)
    one.notices.publish('retries', ['hook_3'])
    await other.retries.until(() => other.retries.heard.some(({ ids }) => ids[0] === 'hook_3'))
    assert.ok(captured.of('notices_disconnected').length > 0)
    assert.ok(captured.of('notices_connected').length > 0)
  })
})
