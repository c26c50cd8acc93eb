// The demo's scoring: its own stand-in unless the settings name an engine, and the document numbers that
// make a score fail. The engine never learns a number; which question is meant to fail is decided here.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApplianceParts } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { openEgress } from '../egress/guard-service.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { IdentityProvider } from '../providers/provider.ts'
import { createScoringEngine } from '../scoring/create-scoring-engine.ts'
import type { ScoringEngine } from '../scoring/engine.ts'
import {
  type DemoEngine,
  type DemoEngineOptions,
  startDemoEngine,
} from './scoring-engine/engine.ts'

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

export interface DemoScoring {
  readonly settings: Settings
  /** Of the stand-in; undefined where the settings name an engine. */
  readonly url: string | undefined
  readonly wrapOutside: NonNullable<ApplianceParts['wrapOutside']>
  close(): Promise<void>
}

export interface DemoScoringNeeds {
  readonly clock: Clock
  readonly log: Log
  /** What was stated as the document number of a check at the stand-in for the identity provider. */
  readonly statedNumber: (jobId: string) => string | undefined
  /** Where the stand-in listened last, so that its address stays as it was noted down. */
  readonly portBefore?: number | undefined
}

/** Invented, and no secret: the stand-in listens on this machine and knows nobody. */
const standInToken = 'the-demo-has-no-secret'
const timeoutMs = 2_000

export async function provideScoring(
  loaded: Settings,
  needs: DemoScoringNeeds,
): Promise<DemoScoring> {
  const { config, secrets } = loaded
  if (config.scoring !== undefined) {
    const wrapOutside: DemoScoring['wrapOutside'] = (outside) => outside
    return { settings: loaded, url: undefined, wrapOutside, close: async () => {} }
  }
  const { clock, log, portBefore } = needs
  const port = portBefore === config.port ? undefined : portBefore
  const standIn = await startAt(port, { token: standInToken, clock, log })
  const engineAt = (path: string): Settings => ({
    config: {
      ...config,
      scoring: {
        url: `${standIn.url}${path}`,
        timeoutMs,
        caFile: undefined,
        clientCertificate: undefined,
      },
    },
    secrets: { ...secrets, scoringToken: standInToken },
  })
  return {
    settings: engineAt('/v1/score'),
    url: standIn.url,
    close: () => standIn.close(),
    wrapOutside({ provider, scoring }, onCall) {
      if (provider === undefined || scoring === undefined) return { provider, scoring }
      const misbehaving = (manner: 'down' | 'slow') => {
        const egress = openEgress(needs.clock, new Set())
        const parts = { clock: needs.clock, log: needs.log, egress, onCall }
        const engine = createScoringEngine(
          { ...engineAt(`/v1/score/${manner}`), ...parts },
          undefined,
        )
        if (engine === undefined) throw new Error('the stand-in has settings that name it')
        return engine
      }
      const faults = {
        'DEMO-SCORE-DOWN': misbehaving('down'),
        'DEMO-SCORE-SLOW': misbehaving('slow'),
      }
      return steered({ provider, scoring }, new Map(Object.entries(faults)), needs.statedNumber)
    },
  }
}

/** At the port, or at any free one where somebody else has taken it. */
async function startAt(port: number | undefined, options: DemoEngineOptions): Promise<DemoEngine> {
  if (port === undefined) return startDemoEngine(options)
  try {
    return await startDemoEngine({ ...options, port })
  } catch {
    return startDemoEngine(options)
  }
}

/**
 * A verification's score is asked for by the run of its job that has just read the provider's result: the
 * question follows from that call, and so is known by it.
 */
function steered(
  { provider, scoring }: { readonly provider: IdentityProvider; readonly scoring: ScoringEngine },
  faults: ReadonlyMap<string, ScoringEngine>,
  statedNumber: DemoScoringNeeds['statedNumber'],
): { readonly provider: IdentityProvider; readonly scoring: ScoringEngine } {
  const jobAtWork = new AsyncLocalStorage<string>()
  return {
    provider: {
      name: provider.name,
      submit: (submission, signal) => provider.submit(submission, signal),
      result(job, signal) {
        jobAtWork.enterWith(job.jobId)
        return provider.result(job, signal)
      },
      ...(provider.circuit && { circuit: provider.circuit }),
      close: () => provider.close(),
    },
    scoring: {
      ...(scoring.circuit && { circuit: scoring.circuit }),
      score(features, signal) {
        const jobId = jobAtWork.getStore()
        const number = jobId === undefined ? undefined : statedNumber(jobId)
        const engine = faults.get(number?.toUpperCase() ?? '') ?? scoring
        return engine.score(features, signal)
      },
      async close() {
        for (const engine of [scoring, ...faults.values()]) await engine.close()
      },
    },
  }
}
