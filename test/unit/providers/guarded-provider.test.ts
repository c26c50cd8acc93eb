import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { silentLog } from '../../../server/kernel/log.ts'
import { type GuardedProvider, guardProvider } from '../../../server/providers/guarded-provider.ts'
import type {
  IdentityProvider,
  ProviderSubmission,
  ResultReply,
  SubmitReply,
} from '../../../server/providers/provider.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const { signal } = new AbortController()
const job = { jobId: 'job-1', userId: 'user-1' }
const submission: ProviderSubmission = {
  job,
  country: 'SN',
  idType: 'passport',
  openImages: async () => [],
  beginUpload: async () => ({ id: 'out_1', startedAt: 0 }),
}
const down: ResultReply = { kind: 'unavailable', reason: 'network' }
const working: ResultReply = { kind: 'processing' }

interface Scene {
  readonly clock: ManualClock
  readonly guarded: GuardedProvider
  readonly events: string[]
  calls: number
  /** What the provider does from now on. */
  result: () => Promise<ResultReply>
}

/** A provider that answers as the test says, behind a guard with small limits. */
function setUp(resultsMax = 2): Scene {
  const clock = new ManualClock()
  const events: string[] = []
  const accepted: SubmitReply = { kind: 'accepted', reference: undefined }
  const provider: IdentityProvider = {
    name: 'smile-id',
    submit: async () => accepted,
    result: () => {
      scene.calls += 1
      return scene.result()
    },
    close: async () => {
      events.push('closed')
    },
  }
  const note = (event: string) => {
    events.push(event)
  }
  const log = { ...silentLog, info: note, warn: note }
  const circuit = { failuresMax: 2, probeAfterMs: 1_000, probeAgainAfterMs: 100 }
  const limits = { ...circuit, submitsMax: 1, resultsMax }
  const guarded = guardProvider({ provider, clock, log }, limits)
  const scene: Scene = { clock, guarded, events, calls: 0, result: async () => working }
  return scene
}

/** One that has failed so often that nothing is called any more. */
async function setUpDown(resultsMax?: number): Promise<Scene> {
  const scene = setUp(resultsMax)
  scene.result = async () => down
  await scene.guarded.result(job, signal)
  await scene.guarded.result(job, signal)
  return scene
}

describe('a guarded provider', () => {
  test('passes answers on, and closes what it guards', async () => {
    const { guarded, events } = setUp()
    assert.equal((await guarded.submit(submission, signal)).kind, 'accepted')
    assert.deepEqual(await guarded.result(job, signal), working)
    await guarded.close()
    assert.deepEqual(events, ['closed'])
  })

  test('does not take it for a failure that an upload is not confirmed yet', async () => {
    const scene = setUp()
    scene.result = async () => ({ kind: 'unavailable', reason: 'upload_unconfirmed' })
    for (let call = 0; call < 5; call += 1) await scene.guarded.result(job, signal)
    assert.deepEqual([scene.guarded.circuit().kind, scene.calls], ['closed', 5])
  })

  test('calls nothing once the provider has failed too often, and probes later', async () => {
    const scene = await setUpDown()
    const { guarded, clock } = scene
    assert.equal(guarded.circuit().kind, 'open')
    const refused = { kind: 'unavailable', reason: 'circuit_open' }
    assert.deepEqual(await guarded.result(job, signal), refused)
    assert.deepEqual(await guarded.submit(submission, signal), refused)
    assert.equal(scene.calls, 2)
    clock.advance(1_000)
    scene.result = async () => working
    assert.deepEqual(await guarded.result(job, signal), working)
    assert.equal(guarded.circuit().kind, 'closed')
    assert.deepEqual(scene.events, ['provider_circuit_opened', 'provider_circuit_closed'])
  })

  for (const [isBack, reply] of [
    [true, working],
    [false, down],
  ] as const) {
    const becomes = isBack ? 'are made when it is answered' : 'are refused when it fails'
    test(`lets calls wait for the end of a probe; they ${becomes}`, async () => {
      const scene = await setUpDown(20)
      let answer = () => {}
      scene.result = () => {
        scene.result = async () => reply
        return new Promise((resolve) => {
          answer = () => resolve(reply)
        })
      }
      let timesBack = 0
      scene.guarded.onBack(() => {
        timesBack += 1
      })
      scene.clock.advance(1_000)
      const callers = new AbortController()
      const waiting = Array.from({ length: 10 }, () => scene.guarded.result(job, signal))
      const impatient = scene.guarded.result(job, callers.signal)
      await new Promise(setImmediate)
      assert.equal(scene.calls, 3, 'the probe')
      const refused = { kind: 'unavailable', reason: 'circuit_open' }
      callers.abort()
      assert.deepEqual(await impatient, refused)
      answer()
      const [probed, ...others] = await Promise.all(waiting)
      assert.deepEqual(probed, reply)
      for (const one of others) assert.deepEqual(one, isBack ? reply : refused)
      assert.deepEqual([scene.calls, timesBack], isBack ? [12, 1] : [3, 0])
    })
  }

  test('tells how many calls in a row reached nobody, and whether the last one was answered', async () => {
    const scene = setUp()
    const replies = async (...replies: readonly ResultReply[]) => {
      for (const reply of replies) {
        scene.result = async () => reply
        await scene.guarded.result(job, signal)
        scene.clock.advance(1_000)
      }
      return scene.guarded.health()
    }
    assert.deepEqual(await replies(), { answers: undefined, unreached: 0 })
    assert.deepEqual(await replies(down, { ...down, reason: 'timeout' }), {
      answers: false,
      unreached: 2,
    })
    assert.deepEqual(await replies(down), { answers: false, unreached: 3 })
    const failed = { kind: 'unavailable', reason: 'server_error' } as const
    assert.deepEqual(await replies(failed), { answers: false, unreached: 0 })
    assert.deepEqual(await replies(down, working), { answers: true, unreached: 0 })
  })

  test('takes a refusal for an answer: an empty wallet does not open the circuit', async () => {
    const scene = setUp()
    const reason = 'provider_wallet_empty'
    scene.result = async () => ({ kind: 'refused', reason, code: undefined, raw: {} })
    for (let call = 0; call < 5; call += 1) await scene.guarded.result(job, signal)
    assert.equal(scene.guarded.circuit().kind, 'closed')
  })

  test('runs so many calls at once, and keeps submissions apart from questions', async () => {
    const scene = setUp()
    const ends: (() => void)[] = []
    scene.result = () =>
      new Promise((resolve) => {
        ends.push(() => resolve(working))
      })
    const three = [1, 2, 3].map(() => scene.guarded.result(job, signal))
    assert.equal((await scene.guarded.submit(submission, signal)).kind, 'accepted')
    assert.equal(scene.calls, 2)
    ends[0]?.()
    await three[0]
    await new Promise(setImmediate)
    assert.equal(scene.calls, 3)
    for (const end of ends) end()
    await Promise.all(three)
  })

  test('does not count an aborted call as a failure of the provider', async () => {
    const scene = setUp()
    const caller = new AbortController()
    scene.result = async () => {
      caller.abort()
      return { kind: 'unavailable', reason: 'timeout' }
    }
    await scene.guarded.result(job, caller.signal)
    assert.deepEqual(scene.guarded.circuit(), { kind: 'closed', failuresInRow: 0 })
    const waiting = await scene.guarded.result(job, caller.signal)
    assert.deepEqual(waiting, { kind: 'unavailable', reason: 'timeout' })
    assert.equal(scene.calls, 1)
  })

  test('gives the place back when a bug throws', async () => {
    const scene = setUp()
    scene.result = async () => {
      throw new Error('a bug')
    }
    for (let call = 0; call < 4; call += 1) {
      await assert.rejects(scene.guarded.result(job, signal), /a bug/)
    }
    scene.result = async () => working
    assert.deepEqual(await scene.guarded.result(job, signal), working)
  })

  test('probes again after a bug threw in the probe', async () => {
    const scene = await setUpDown()
    const { guarded, clock } = scene
    clock.advance(1_000)
    scene.result = async () => {
      throw new Error('a bug')
    }
    await assert.rejects(guarded.result(job, signal), /a bug/)
    clock.advance(100)
    scene.result = async () => working
    assert.deepEqual(await guarded.result(job, signal), working)
  })

  test('is not flooded if the probe is aborted while many wait', async () => {
    const scene = await setUpDown(20)
    const { guarded, clock } = scene
    clock.advance(1_000)
    /** How many of twenty that come at once are let through; all of them give up then. */
    const race = async () => {
      const before = scene.calls
      const callers = new AbortController()
      scene.result = () =>
        new Promise((resolve) => {
          const leave = () => resolve({ kind: 'unavailable', reason: 'timeout' })
          callers.signal.addEventListener('abort', leave)
        })
      const racing = Array.from({ length: 20 }, () => guarded.result(job, callers.signal))
      await new Promise(setImmediate)
      callers.abort()
      await Promise.all(racing)
      return scene.calls - before
    }
    assert.deepEqual([await race(), await race(), await race()], [1, 0, 0])
    assert.equal(guarded.circuit().kind, 'open')
    clock.advance(99)
    assert.equal(await race(), 0)
    clock.advance(1)
    assert.equal(await race(), 1)
    clock.advance(100)
    scene.result = async () => working
    assert.deepEqual(await guarded.result(job, signal), working)
    assert.deepEqual(scene.events, ['provider_circuit_opened', 'provider_circuit_closed'])
  })
})
