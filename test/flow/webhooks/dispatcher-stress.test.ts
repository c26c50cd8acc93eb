// Slow: delivers hundreds of events.
// SQLite only: dispatcher.test.ts delivers on either database.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import type { DeliveryState } from '../../../server/deliveries/delivery.ts'
import { setReplayed } from '../../../server/deliveries/delivery-store.ts'
import type { Dispatcher } from '../../../server/deliveries/dispatcher.ts'
import {
  type DispatchScene,
  ok,
  openDispatchScene,
  serverError,
} from '../../support/scenes/dispatch-scene.ts'
import { turns, until } from '../../support/turns.ts'

const refuse =
  "create trigger refuse before insert on webhook_attempts begin select raise(abort, 'full'); end"
const timeout = { kind: 'failed', error: 'timeout', durationMs: 10_000 } as const
const stepsCount = 120

/** The same seed gives the same story, as far as chance goes. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Story {
  readonly scene: DispatchScene
  readonly random: (below: number) => number
  current: Dispatcher
  /** Attempts that our own stops or refused writes may have left without a record. */
  cutOff: number
}

const happenings: readonly ((story: Story) => Promise<void>)[] = [
  async ({ scene, random }) => scene.publishEvent(1 + random(6)),
  async ({ scene, random }) => {
    for (const sent of scene.underWay()) {
      if (random(2) === 0) sent.end([ok, ok, serverError, timeout][random(4)] ?? ok)
    }
  },
  async ({ scene, random }) => scene.clock.advance([1, 1_000, 60_000][random(3)] ?? 1),
  async (story) => replayOne(story),
  async (story) => startAgain(story),
  async (story) => refuseForAWhile(story),
]

async function replayOne({ scene, random }: Story): Promise<void> {
  const { db, clock } = scene
  const rows = db.raw.prepare('select id, state from webhook_deliveries order by id').all()
  const row = rows[random(rows.length)] as { id: string; state: DeliveryState } | undefined
  if (row === undefined) return
  const change = { state: row.state, nowMs: clock.now() }
  await inTransaction(db, (trx) => setReplayed(trx, [row.id], change))
}

async function startAgain(story: Story): Promise<void> {
  const { scene } = story
  story.cutOff += scene.underWay().length
  let isOver = false
  void story.current.stop(0).then(() => {
    isOver = true
  })
  await until(() => {
    scene.clock.advance(1)
    return isOver
  })
  story.current = scene.startAnother()
  story.current.start()
}

async function refuseForAWhile({ scene, random }: Story): Promise<void> {
  scene.db.raw.exec(refuse)
  for (const sent of scene.underWay()) if (random(2) === 0) sent.end(ok)
  await turns(40)
  scene.db.raw.exec('drop trigger refuse')
  scene.clock.advance(1_000)
}

describe('whatever happens to deliveries', () => {
  for (const [seed, lane] of [
    [1, ''],
    [2, ''],
    [3, ' (long)'],
    [4, ' (long)'],
    [5, ' (long)'],
  ] as const) {
    test(`none is lost, sent twice at once or tried too often in story ${seed}${lane}`, async (t) => {
      const scene = await openDispatchScene(t)
      const story: Story = {
        scene,
        random: randomNumbers(seed),
        current: scene.dispatcher,
        cutOff: 0,
      }
      for (const name of ['a', 'b', 'c']) await scene.register(name)
      scene.onSend(({ deliveryId }) => {
        const alike = scene.underWay().filter((other) => other.deliveryId === deliveryId)
        assert.equal(alike.length, 1, 'sent twice at once')
      })
      story.current.start()
      for (let step = 0; step < stepsCount; step += 1) {
        await happenings[story.random(happenings.length)]?.(story)
        await turns(5)
      }
      await settle(scene)
      judge(story)
    })
  }
})

/** From now on everything is taken; nothing stays behind. */
async function settle(scene: DispatchScene): Promise<void> {
  scene.onSend((sent) => sent.end(ok))
  for (const sent of scene.underWay()) sent.end(ok)
  await until(() => {
    scene.clock.advance(1_000)
    return scene.count('pending') === 0
  })
}

function judge({ scene, cutOff }: Story): void {
  const { raw } = scene.db
  const rows = raw
    .prepare('select id, state, attempts, failed_attempts from webhook_deliveries')
    .all()
  const recorded = raw
    .prepare('select count(*) from webhook_attempts where delivery_id = ?')
    .pluck()
  for (const row of rows as { id: string; state: string; attempts: number }[]) {
    assert.equal(recorded.get(row.id), row.attempts)
    assert.ok(['delivered', 'failed'].includes(row.state))
  }
  const failed = raw.prepare('select max(failed_attempts) from webhook_deliveries').pluck().get()
  assert.ok(Number(failed) <= 5)
  const attempts = Number(raw.prepare('select count(*) from webhook_attempts').pluck().get())
  assert.ok(scene.sent.length >= attempts)
  assert.ok(scene.sent.length <= attempts + cutOff, 'sent without a record')
}
