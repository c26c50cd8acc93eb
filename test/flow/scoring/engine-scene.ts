// What the tests of the engine's client share: features, a client of a raw engine, its end.

import type { TestContext } from 'node:test'
import type { TlsOptions } from 'node:tls'
import type { ServiceClientOptions } from '../../../server/egress/service-client.ts'
import type { EngineReply, ScoringEngine } from '../../../server/scoring/engine.ts'
import { createEngineClient } from '../../../server/scoring/engine-client.ts'
import type { Features } from '../../../server/scoring/features.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { someFeatures } from '../../support/score.ts'
import { type Behave, type RawEngine, startRawEngine } from './raw-engine.ts'

export const features: Features = { ...someFeatures, liveness_score: 1 }

export const goodAnswer = {
  score: 742,
  confidence: 0.87,
  model_version: 'card-1.4',
  flags: ['thin'],
}

interface EngineScene {
  readonly engine: ScoringEngine
  readonly raw: RawEngine
  /** What came of it, but for the random id. */
  score(signal?: AbortSignal): Promise<Omit<EngineReply, 'requestId'>>
}

interface SceneOptions {
  readonly timeoutMs?: number
  readonly tls?: TlsOptions
  readonly fetch?: Omit<ServiceClientOptions, 'guard'>
}

export async function openEngineScene(
  t: TestContext,
  behave: Behave,
  { timeoutMs = 5_000, tls, fetch }: SceneOptions = {},
): Promise<EngineScene> {
  const raw = await startRawEngine(behave, tls)
  const access = { url: raw.url, token: 'engine-t0ken', timeoutMs }
  const engine = createEngineClient(loopbackFetch(fetch), access)
  t.after(async () => {
    await engine.close()
    await raw.close()
  })
  return {
    engine,
    raw,
    score: async (signal) => withoutId(await engine.score(features, signal)),
  }
}

export function withoutId({ requestId, ...reply }: EngineReply): Omit<EngineReply, 'requestId'> {
  return reply
}

export function unavailable(reason: string) {
  return { kind: 'unavailable', reason }
}

/** `fault`: what in it was not as agreed. */
export function badAnswer(fault: string) {
  return { kind: 'unavailable', reason: 'bad_answer', fault }
}
