// The demo's scoring: its own simulated engine unless the settings name one, and the document
// numbers that make a score fail. The engine never learns a number; this file decides which request
// is meant to fail.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Appliance, ApplianceParts } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { openEgress } from '../egress/guard-service.ts'
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
  /** URL of the simulated engine; undefined where the settings name an engine. */
  readonly url: string | undefined
  readonly wrapServices: NonNullable<ApplianceParts['wrapServices']>
  close(): Promise<void>
}

interface DemoScoringNeeds extends Pick<Appliance, 'clock' | 'log'> {
  /**
   * Returns the document number that was submitted with a check at the simulated identity provider.
   */
  readonly statedNumber: (jobId: string) => string | undefined
  /** Port of the last start, so that the engine's address stays the same. */
  readonly portBefore?: number | undefined
}

/** Invented and not secret: the engine listens on this machine and has no real data. */
const standInToken = 'the-demo-has-no-secret'
const timeoutMs = 2_000

export async function provideScoring(
  loaded: Settings,
  needs: DemoScoringNeeds,
): Promise<DemoScoring> {
  const { config, secrets } = loaded
  if (config.scoring !== undefined) {
    const wrapServices: DemoScoring['wrapServices'] = (services) => services
    return { settings: loaded, url: undefined, wrapServices, close: async () => {} }
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
    wrapServices({ provider, scoring }, onCall) {
      if (provider === undefined || scoring === undefined) return { provider, scoring }
      const failingEngine = (mode: 'down' | 'slow') => {
        const egress = openEgress(needs.clock, new Set())
        const parts = { clock: needs.clock, log: needs.log, egress, onCall }
        const engine = createScoringEngine(
          { ...engineAt(`/v1/score/${mode}`), ...parts },
          undefined,
        )
        if (engine === undefined) throw new Error('the stand-in has settings that name it')
        return engine
      }
      const faults = {
        'DEMO-SCORE-DOWN': failingEngine('down'),
        'DEMO-SCORE-SLOW': failingEngine('slow'),
      }
      return withFaultNumbers(
        { provider, scoring },
        new Map(Object.entries(faults)),
        needs.statedNumber,
      )
    },
  }
}

/** Listens on the port, or on any free one where it is taken. */
async function startAt(port: number | undefined, options: DemoEngineOptions): Promise<DemoEngine> {
  if (port === undefined) return startDemoEngine(options)
  try {
    return await startDemoEngine({ ...options, port })
  } catch {
    return startDemoEngine(options)
  }
}

/**
 * Wraps provider and engine so that a score request can be traced to its verification: the job run
 * that reads the provider's result then requests the score, so the async context of that call
 * identifies the job.
 */
function withFaultNumbers(
  { provider, scoring }: { readonly provider: IdentityProvider; readonly scoring: ScoringEngine },
  faults: ReadonlyMap<string, ScoringEngine>,
  statedNumber: DemoScoringNeeds['statedNumber'],
): { readonly provider: IdentityProvider; readonly scoring: ScoringEngine } {
  const currentJobId = new AsyncLocalStorage<string>()
  return {
    provider: {
      name: provider.name,
      submit: (submission, signal) => provider.submit(submission, signal),
      result(job, signal) {
        currentJobId.enterWith(job.jobId)
        return provider.result(job, signal)
      },
      ...(provider.circuit && { circuit: provider.circuit }),
      close: () => provider.close(),
    },
    scoring: {
      ...(scoring.circuit && { circuit: scoring.circuit }),
      score(features, signal, requestId) {
        const jobId = currentJobId.getStore()
        const number = jobId === undefined ? undefined : statedNumber(jobId)
        const engine = faults.get(number?.toUpperCase() ?? '') ?? scoring
        return engine.score(features, signal, requestId)
      },
      async close() {
        for (const engine of [scoring, ...faults.values()]) await engine.close()
      },
    },
  }
}
