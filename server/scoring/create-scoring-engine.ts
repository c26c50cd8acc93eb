// Creates the scoring engine client from the settings.

import { readFileSync } from 'node:fs'
import type { Config, ScoringSettings, Secrets } from '../config.ts'
import { destinationOf } from '../egress/destination.ts'
import { type Egress, guardService } from '../egress/guard-service.ts'
import type { OnCall } from '../egress/outbound.ts'
import { createServiceClient } from '../egress/service-client.ts'
import type { AllowedHosts } from '../egress/service-policy.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { readTlsFiles, scoringClientRole, type TlsMaterial } from '../settings/tls-files.ts'
import { createEngineClient } from './engine-client.ts'
import { type GuardedEngine, guardEngine } from './guarded-engine.ts'

interface ScoringEngineNeeds {
  readonly config: Pick<Config, 'scoring'>
  readonly secrets: Pick<Secrets, 'scoringToken'>
  readonly clock: Clock
  readonly log: Log
  readonly egress: Egress
  readonly onCall: OnCall
}

/** Returns undefined when no engine is set. `clientCertificate` comes from `readClientCertificate`. */
export function createScoringEngine(
  needs: ScoringEngineNeeds,
  clientCertificate: TlsMaterial | undefined,
): GuardedEngine | undefined {
  const { scoring } = needs.config
  const { scoringToken: token } = needs.secrets
  if (scoring === undefined || token === undefined) return undefined
  const { caFile, timeoutMs } = scoring
  const fetch = createServiceClient({
    guard: guardService(needs.egress, engineHosts(scoring)),
    // The time limit of a score includes connecting.
    connectTimeoutMs: timeoutMs,
    onCall: needs.onCall,
    extraCa: caFile && readFileSync(caFile, 'utf8'),
    caSetting: 'SVC_SCORING_CA_FILE',
    clientCertificate,
  })
  return guardEngine(createEngineClient(fetch, { url: new URL(scoring.url), token, timeoutMs }), {
    clock: needs.clock,
    log: needs.log,
    budgetMs: timeoutMs,
  })
}

/** Allows only the host in the setting, which usually has a private address. */
export function engineHosts({ url }: Pick<ScoringSettings, 'url'>): AllowedHosts {
  const { host, port } = destinationOf(new URL(url))
  return { known: [], named: [{ pattern: host, port }] }
}

/** Reads the client certificate for the engine. @throws TlsFilesError when the files cannot be used */
export async function readScoringCertificate(
  scoring: ScoringSettings | undefined,
): Promise<TlsMaterial | undefined> {
  const files = scoring?.clientCertificate
  return files && readTlsFiles(files, scoringClientRole)
}
