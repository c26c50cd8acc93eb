// Posts spans to an OpenTelemetry collector through the guard of outgoing calls: only the named host is called.

import { readFileSync } from 'node:fs'
import type { Appliance } from '../appliance.ts'
import { type GuardedAgent, openGuardedAgent } from '../egress/guarded-agent.ts'
import { secureContext } from '../egress/secure-context.ts'
import { undici } from '../egress/undici.ts'
import {
  guardSecondSystem,
  secondSystemUrl,
} from '../operations/second-systems/guard-second-system.ts'

export type TraceSettings = NonNullable<Appliance['config']['traces']>

const connectTimeoutMs = 5_000
const answerTimeoutMs = 10_000
const answerBytesMax = 64 * 1024

/**
 * `send` resolves with how many spans the collector refused.
 * @throws errors of the connection, and any status but 2xx
 */
export function createPost(
  { egress, secrets }: Pick<Appliance, 'egress' | 'secrets'>,
  { url, caFile }: TraceSettings,
) {
  const authorities = {
    extraCa: caFile && readFileSync(caFile, 'utf8'),
    caSetting: 'SVC_OTLP_CA_FILE',
  }
  const guarded = {
    ...guardSecondSystem(egress, secondSystemUrl(url)),
    timeoutMs: connectTimeoutMs,
  }
  const { otlpToken } = secrets
  let agent: GuardedAgent | undefined
  return {
    async send(text: string): Promise<number> {
      agent ??= openGuardedAgent(guarded, secureContext(authorities))
      const { statusCode, body } = await undici().request(`${url}/v1/traces`, {
        method: 'POST',
        dispatcher: agent.agent,
        signal: AbortSignal.timeout(answerTimeoutMs),
        headers: {
          'content-type': 'application/json',
          ...(otlpToken && { authorization: `Bearer ${otlpToken}` }),
        },
        body: text,
      })
      let answer = ''
      for await (const part of body) if (answer.length < answerBytesMax) answer += String(part)
      if (statusCode < 200 || statusCode > 299) throw new RefusedSpansError(statusCode)
      return refusedIn(answer)
    },
    async close() {
      await agent?.destroy()
    },
  }
}

/** A collector that takes a part says how many spans it refused. */
function refusedIn(answer: string): number {
  const [, count] = /"rejectedSpans"\s*:\s*"?(\d{1,9})/.exec(answer) ?? []
  return Number(count ?? 0)
}

/** The collector answered, but not with 2xx. */
export class RefusedSpansError extends Error {
  readonly reason: string
  /** Sending them again is of no use. */
  readonly isFinal: boolean

  constructor(status: number) {
    super('the collector did not take the spans')
    this.reason = `HTTP_${status}`
    this.isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  }
}
