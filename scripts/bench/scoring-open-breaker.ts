// Measures what a requested score adds to a verification while the engine is down and the breaker is open. Runs
// pairs of verifications on one appliance, one of each pair with score_requested, and measures from the
// provider's final answer to the commit that completes the verification. Exits with status 1 from 5 ms on.
//
//   node scripts/bench/scoring-open-breaker.ts [pairs, default 100]

import { createServer } from 'node:net'
import { silentLog } from '../../server/kernel/log.ts'
import type { IdentityProvider } from '../../server/providers/provider.ts'
import { createEngineClient } from '../../server/scoring/engine-client.ts'
import { guardEngine } from '../../server/scoring/guarded-engine.ts'
import { call } from '../../test/support/api-client.ts'
import { claimed, specimenForm } from '../../test/support/images/specimens.ts'
import { loopbackFetch } from '../../test/support/loopback-fetch.ts'
import { ManualClock } from '../../test/support/manual-clock.ts'
import { type RunningAppliance, startAppliance } from '../../test/support/running-appliance.ts'
import { listenLocally } from './listen-locally.ts'
import { median } from './spread.ts'

const pairs = Number(process.argv[2] ?? 100)
const warmUpPairs = 10
const addedMsMax = 5
const budgetMs = 100

const hanging = createServer()
const port = await listenLocally(hanging)
const engine = guardEngine(
  createEngineClient(loopbackFetch(), {
    url: new URL(`http://127.0.0.1:${port}/score`),
    token: 't',
    timeoutMs: budgetMs,
  }),
  { clock: new ManualClock(), log: silentLog, budgetMs },
)
let finalAt: number | undefined
const app = await startAppliance({ scoring: engine, wrapProvider: timed })

const opening = await completeOne(app, true)
if (engine.circuit().kind !== 'open') throw new Error('the breaker did not open')
for (let pair = 0; pair < warmUpPairs; pair += 1) await measurePair(pair)
const measured: { readonly plain: number; readonly asked: number }[] = []
for (let pair = 0; pair < pairs; pair += 1) measured.push(await measurePair(pair))

const added = measured.map(({ plain, asked }) => asked - plain)
const addedMs = median(added)
console.log(
  JSON.stringify({
    pairs,
    budget_ms: budgetMs,
    opening_call_ms: rounded(opening),
    without_score_ms: rounded(median(measured.map(({ plain }) => plain))),
    with_score_breaker_open_ms: rounded(median(measured.map(({ asked }) => asked))),
    added_ms: rounded(addedMs),
    bound_ms: addedMsMax,
  }),
)
await app.close()
hanging.close()
process.exitCode = addedMs < addedMsMax ? 0 : 1

/** Alternates, so that neither always goes first. */
async function measurePair(pair: number): Promise<{ plain: number; asked: number }> {
  if (pair % 2 === 0) {
    const plain = await completeOne(app, false)
    return { plain, asked: await completeOne(app, true) }
  }
  const asked = await completeOne(app, true)
  return { plain: await completeOne(app, false), asked }
}

/** Returns the milliseconds from the provider's final answer to the end of the job. */
async function completeOne(running: RunningAppliance, isScoreRequested: boolean): Promise<number> {
  finalAt = undefined
  const body = specimenForm({ ...claimed, score_requested: String(isScoreRequested) })
  const { data } = await call(`${running.url}/kyc/verify`, { key: running.liveKey, body })
  for (;;) {
    await running.server.jobs.idle()
    const endedAt = performance.now()
    if (finalAt !== undefined) {
      await assertCompleted(running, String(data.id), isScoreRequested)
      return endedAt - finalAt
    }
    running.clock.advance(1_000)
    await running.simulator.callbacksSettled()
  }
}

async function assertCompleted(
  { url, liveKey }: RunningAppliance,
  id: string,
  isScoreRequested: boolean,
): Promise<void> {
  const { data } = await call(`${url}/kyc/verifications/${id}`, { key: liveKey })
  const isSkipped = data.metadata !== undefined
  if (data.status !== 'approved' || isSkipped !== isScoreRequested) {
    throw new Error('a verification did not complete as expected')
  }
}

function timed(provider: IdentityProvider): IdentityProvider {
  return {
    name: provider.name,
    submit: (submission, signal) => provider.submit(submission, signal),
    async result(job, signal) {
      const reply = await provider.result(job, signal)
      if (reply.kind === 'final') finalAt = performance.now()
      return reply
    },
    close: () => provider.close(),
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
