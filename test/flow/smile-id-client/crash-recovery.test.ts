// Slow: kills the client dozens of times.
//
// Kills the client before and after each of its calls, twice in a row, in every combination, and lets a
// fresh one submit the same job: the stand-in must have been paid once, and its result must be found.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ServiceClient } from '../../../server/egress/service-client.ts'
import { inWords, setUpSimulator } from './simulator-scene.ts'

const { signal } = new AbortController()

/** Where a process dies: at its n-th call, before it goes out or after it took effect. */
interface Death {
  readonly call: number
  readonly when: 'before' | 'after'
}

class Died extends Error {}

/** A network whose user dies: nothing of an answer is ever heard again. */
function dyingAt(death: Death, fetch: ServiceClient): ServiceClient {
  let calls = 0
  return {
    ...fetch,
    async send(call) {
      calls += 1
      if (calls < death.call) return fetch.send(call)
      if (calls === death.call && death.when === 'after') await fetch.send(call)
      throw new Died()
    },
  }
}

/** Prep upload, zip; or prep upload, status, prep upload again, zip. */
const deaths: readonly Death[] = [1, 2, 3, 4].flatMap((call) => [
  { call, when: 'before' as const },
  { call, when: 'after' as const },
])

const nameOf = ({ call, when }: Death) => `${when} call ${call}`

/** Of the places of the second death, some before and some after a call; the long lane tries all. */
const lanes: readonly (readonly [lane: string, seconds: readonly Death[]])[] = [
  ['in some places', deaths.filter((_, at) => at % 3 === 0)],
  ['anywhere (long)', deaths],
]
const stories = lanes.flatMap(([lane, seconds]) =>
  deaths.map((first) => ({ lane, seconds, first })),
)

describe('a client that dies and starts again', () => {
  for (const { lane, seconds, first } of stories) {
    test(`${nameOf(first)}, pays once though it dies again ${lane}`, async (t) => {
      const { provider, submission, clock, counts } = await setUpSimulator(t)
      for (const second of seconds) {
        const { job, ...rest } = submission()
        for (const death of [first, second]) {
          const dying = provider({ around: (fetch) => dyingAt(death, fetch) })
          const end = await dying.submit({ job, ...rest }, signal).catch((error: unknown) => error)
          assert.ok(end instanceof Died || isAccepted(end), `${nameOf(first)}, ${nameOf(second)}`)
        }
        const survivor = provider()
        const reply = await survivor.submit({ job, ...rest }, signal)
        assert.equal(reply.kind, 'accepted', nameOf(second))
        clock.advance(2_000)
        assert.equal(inWords(await survivor.result(job, signal)), 'verified', nameOf(second))
        const { paid, uploads } = { paid: 0, uploads: 0, ...counts(job) }
        assert.deepEqual({ paid, uploads }, { paid: 1, uploads: 1 }, nameOf(second))
      }
    })
  }
})

function isAccepted(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'accepted'
}

/** What the network may do to a call whose sender lives on: it hears nothing, or only a failure. */
describe('a client whose call is lost', () => {
  const reset = { kind: 'reset' } as const
  const lost = [
    ['the prep upload, before it arrived', 'upload', 'before'],
    ['the answer to the prep upload', 'upload', 'after'],
    ['the zip, before it arrived', 'put', 'before'],
    ['the answer to the zip', 'put', 'after'],
  ] as const
  for (const [what, endpoint, when] of lost) {
    test(`pays once when ${what} is lost`, async (t) => {
      const { provider, submission, simulator, counts } = await setUpSimulator(t)
      const smile = provider()
      const one = submission()
      simulator.setFault({ endpoint, when, calls: 1, fault: reset })
      const first = await smile.submit(one, signal)
      // Prep uploads are repeated at once; a lost zip is left to the job's next run.
      assert.equal(first.kind, endpoint === 'upload' ? 'accepted' : 'unavailable')
      assert.equal((await smile.submit(one, signal)).kind, 'accepted')
      const { paid, uploads } = { paid: 0, uploads: 0, ...counts(one.job) }
      assert.deepEqual({ paid, uploads }, { paid: 1, uploads: 1 })
    })
  }

  test('pays once when its link had expired', async (t) => {
    const { provider, submission, clock, counts } = await setUpSimulator(t)
    const one = submission()
    let puts = 0
    const slow = provider({
      around: (fetch) => ({
        ...fetch,
        send: (call) => {
          puts += call.method === 'PUT' ? 1 : 0
          if (call.method === 'PUT' && puts === 1) clock.advance(16 * 60_000)
          return fetch.send(call)
        },
      }),
    })
    assert.equal((await slow.submit(one, signal)).kind, 'accepted')
    assert.equal(puts, 2, 'the first link was refused')
    assert.deepEqual(counts(one.job), { paid: 1, uploads: 1, registrations: 2 })
  })
})

describe('a zip that Smile ID has not noticed yet', () => {
  test('is not sent again while it may be under way, and is found once it is noticed', async (t) => {
    const { provider, submission, clock, counts } = await setUpSimulator(t, {
      noticeDelayMs: 30_000,
    })
    const one = submission()
    const dying = provider({ around: (fetch) => dyingAt({ call: 2, when: 'after' }, fetch) })
    await assert.rejects(dying.submit(one, signal), Died)
    const again = { ...one, uploadMayBeUnderWay: true }
    for (const _ of ['at once', 'a little later']) {
      assert.deepEqual(await provider().submit(again, signal), {
        kind: 'unavailable',
        reason: 'upload_unconfirmed',
      })
      clock.advance(15_000)
    }
    assert.equal((await provider().submit(again, signal)).kind, 'accepted')
    assert.deepEqual(counts(one.job), { paid: 1, uploads: 1, registrations: 1 })
  })

  test('does not keep back one that never arrived, once it cannot be under way', async (t) => {
    const { provider, submission, counts } = await setUpSimulator(t)
    const one = submission()
    const dying = provider({ around: (fetch) => dyingAt({ call: 2, when: 'before' }, fetch) })
    await assert.rejects(dying.submit(one, signal), Died)
    const reply = await provider().submit({ ...one, uploadMayBeUnderWay: false }, signal)
    assert.equal(reply.kind, 'accepted')
    assert.deepEqual(counts(one.job), { paid: 1, uploads: 1, registrations: 2 })
  })
})
