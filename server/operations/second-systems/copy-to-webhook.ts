// Posts lines of a log to a URL, many at once as JSON lines, signed as webhooks are. A 2xx response confirms them.

import { readFileSync } from 'node:fs'
import { destinationOf } from '../../egress/destination.ts'
import type { Egress } from '../../egress/guard-service.ts'
import { type GuardedAgent, openGuardedAgent } from '../../egress/guarded-agent.ts'
import { secureContext } from '../../egress/secure-context.ts'
import { undici } from '../../egress/undici.ts'
import { signature } from '../../webhooks/sign.ts'
import { RefusedCopyError } from './copy-failure.ts'
import type { CopyTarget } from './copy-target.ts'
import { guardSecondSystem, secondSystemUrl } from './guard-second-system.ts'

interface WebhookSettings {
  readonly url: string
  readonly caFile: string | undefined
  /** Name of the setting that names it. */
  readonly caSetting: string
  readonly secret: string
}

const connectTimeoutMs = 10_000
const answerTimeoutMs = 20_000

/** @throws Error if the file of authorities holds anything but certificates */
export function openWebhookTarget(
  egress: Egress,
  { url, caFile, caSetting, secret }: WebhookSettings,
): CopyTarget {
  const authorities = { extraCa: caFile && readFileSync(caFile, 'utf8'), caSetting }
  const place = secondSystemUrl(url)
  const { host, port } = destinationOf(place)
  const needs = { ...guardSecondSystem(egress, place), timeoutMs: connectTimeoutMs }
  let agent: GuardedAgent | undefined
  return {
    async append(lines) {
      agent ??= openGuardedAgent(needs, secureContext(authorities))
      const body = Buffer.from(lines.join(''))
      const timestamp = Math.floor(egress.clock.now() / 1000)
      const { statusCode, body: answer } = await undici().request(url, {
        method: 'POST',
        dispatcher: agent.agent,
        signal: AbortSignal.timeout(answerTimeoutMs),
        headers: {
          'content-type': 'application/x-ndjson',
          'svc-timestamp': String(timestamp),
          'svc-signature': signature(secret, timestamp, body),
        },
        body,
      })
      await answer.dump({ limit: 64 * 1024 })
      if (statusCode < 200 || statusCode > 299) throw new RefusedCopyError(statusCode)
      return lines.length
    },
    async close() {
      await agent?.destroy()
    },
    place: { host, port },
  }
}
