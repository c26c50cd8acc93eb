// Makes the calls to the store of the images: a failure that may pass is tried again, a store that keeps failing is
// left alone for a while, and what became of the calls is known to operators.

import { setTimeout as wait } from 'node:timers/promises'
import { type CircuitLimits, createCircuitBreaker } from '../../egress/circuit-breaker.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { createPermits } from '../../kernel/permits.ts'
import { prepareStoreClient, type S3Calls, type S3Client } from '../../s3/s3-client.ts'
import { StoreError } from '../../s3/store-error.ts'

type StorePurpose = 'images.write' | 'images.read' | 'images.remove' | 'images.list' | 'images.look'

/** What the last calls of this process came to. */
export interface StoreHealth {
  /** undefined before the first call. */
  readonly checkedAt: number | undefined
  /** Of the last call that was answered. */
  readonly latencyMs: number | undefined
  /** undefined while the store answers as it should. */
  readonly failing:
    | { readonly since: number; readonly code: string; readonly message: string }
    | undefined
}

export interface StoreCalls {
  /** For messages: `s3://bucket/prefix`. */
  readonly label: string
  /**
   * @param expected codes of refusals that are no failure of the store; they are thrown too
   * @throws StoreError
   */
  call<Result>(
    purpose: StorePurpose,
    work: (calls: S3Calls) => Promise<Result>,
    expected?: readonly string[],
  ): Promise<Result>
  health(): StoreHealth
}

interface CallNeeds {
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'outboundCall'>
  readonly client: S3Client
}

/** Requests of this process at the same time; each holds one image in memory. */
const callsMax = 16
const tryAgainAfterMs = [150, 800]
/** No try begins later than this after the call began. */
const lastTryWithinMs = 20_000
const limits: CircuitLimits = { failuresMax: 6, probeAfterMs: 5_000, probeAgainAfterMs: 1_000 }

export function createStoreCalls(needs: CallNeeds): StoreCalls {
  const { clock, client } = needs
  const breaker = createCircuitBreaker(clock, limits)
  const permits = createPermits(callsMax)
  const record = createHealthRecord(needs)

  async function once<Result>(asked: AskedCall<Result>): Promise<Result> {
    await prepareStoreClient()
    const settle = breaker.enter()
    if (settle === undefined) throw pausedError(client.label, record.health())
    const startedMs = clock.steadyMs()
    try {
      const result = await client.call(asked.work)
      settle('answered')
      record.answered(asked.purpose, clock.steadyMs() - startedMs)
      return result
    } catch (error) {
      if (error instanceof StoreError) {
        settle(error.reason === 'unreachable' ? 'failed' : 'answered')
        record.refused(asked, error, clock.steadyMs() - startedMs)
      } else settle('abandoned')
      throw error
    }
  }

  async function trying<Result>(asked: AskedCall<Result>): Promise<Result> {
    const startedMs = clock.steadyMs()
    for (const afterMs of tryAgainAfterMs) {
      try {
        return await once(asked)
      } catch (error) {
        const mayPass = error instanceof StoreError && error.reason === 'unreachable'
        // While one call tries the store, the others wait for what becomes of it.
        const isPaused = mayPass && error.code === pausedCode && breaker.state().kind === 'open'
        if (!mayPass || isPaused || clock.steadyMs() - startedMs > lastTryWithinMs) throw error
        await wait(afterMs)
      }
    }
    return once(asked)
  }

  return {
    label: client.label,
    health: record.health,
    async call(purpose, work, expected = []) {
      const release = await permits.acquire(1)
      try {
        return await trying({ purpose, work, expected })
      } finally {
        release()
      }
    },
  }
}

interface AskedCall<Result> {
  readonly purpose: StorePurpose
  readonly work: (calls: S3Calls) => Promise<Result>
  readonly expected: readonly string[]
}

interface HealthRecord {
  health(): StoreHealth
  answered(purpose: StorePurpose, durationMs: number): void
  refused(
    asked: Pick<AskedCall<unknown>, 'purpose' | 'expected'>,
    error: StoreError,
    durationMs: number,
  ): void
}

/** To the breaker a refusal is an answer; to operators it is a failure, too. */
function createHealthRecord({ clock, log, metrics, client }: CallNeeds): HealthRecord {
  const target = client.label
  let health: StoreHealth = { checkedAt: undefined, latencyMs: undefined, failing: undefined }

  function setWell(durationMs: number): void {
    if (health.failing !== undefined) log.info('image_store_recovered', { target })
    const latencyMs = Math.round(durationMs)
    health = { checkedAt: clock.now(), latencyMs, failing: undefined }
  }

  function setFailing({ code, message }: StoreError): void {
    const now = clock.now()
    const since = health.failing?.since ?? now
    if (health.failing?.code !== code) log.error('image_store_failing', { target, reason: code })
    health = { ...health, checkedAt: now, failing: { since, code, message } }
  }

  return {
    health: () => health,
    answered(purpose, durationMs) {
      metrics.outboundCall({ purpose, outcome: 'answered_2xx', durationMs })
      setWell(durationMs)
    },
    refused({ purpose, expected }, error, durationMs) {
      const isAnswer = error.reason !== 'unreachable'
      const outcome = isAnswer ? 'answered_4xx' : error.code === 'timeout' ? 'timeout' : 'network'
      metrics.outboundCall({ purpose, outcome, durationMs })
      if (error.reason === 'not_found' || expected.includes(error.code)) setWell(durationMs)
      else setFailing(error)
    },
  }
}

const pausedCode = 'paused'

function pausedError(label: string, { failing }: StoreHealth): StoreError {
  const why = failing?.message ?? `The store of ${label} does not answer.`
  return new StoreError('unreachable', pausedCode, why)
}
