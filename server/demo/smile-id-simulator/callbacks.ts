// Sends results to the partner's callback URL: automatically when a result is issued, with retries,
// and on demand in every form that a receiver must handle (reference 7.1 and 7.7).

import type { Cancel, Clock } from '../../kernel/clock.ts'
import type { SmileCredentials } from '../../providers/smile-id/signature.ts'
import { type CallbackContent, callbackBody } from './callback-body.ts'
import { type CallbackAttempt, isReceived, postCallback } from './callback-post.ts'
import type { ResultStage, SimulatedJob } from './job.ts'
import type { Ledger } from './ledger.ts'
import { callbacksOf, type IssuedResult, resultsIssuedBy } from './results.ts'

export const callbackModes = ['again', 'replayed', 'badly_signed', 'reordered', 'large'] as const

/**
 * How to send a result on demand: `again` with a fresh signature; `replayed` with the same bytes as
 * the last time; `badly_signed`; `reordered` every result of the job, the latest first; `large`
 * with 1.5 MB.
 */
export type CallbackMode = (typeof callbackModes)[number]

/** Milliseconds between a result and its callback (0 for at once), or `off` for on demand only. */
export type AutomaticCallbacks = { readonly delayMs: number } | 'off'

interface CallbackNeeds {
  readonly clock: Clock
  readonly credentials: SmileCredentials
  readonly ledger: Ledger
  readonly origin: () => string
  /** Certificate authority (PEM) of receivers with TLS. */
  readonly authority: string | undefined
}

/** Our choice, because Smile ID documents neither retries nor a timeout for version 1. */
const retryDelaysMs = [10_000, 60_000, 300_000] as const
const timeoutMs = 35_000

/** Holds the scheduled callbacks and those under way, as long as the simulator runs. */
export class Callbacks {
  readonly #needs: CallbackNeeds
  readonly #closing = new AbortController()
  readonly #waiting = new Set<Cancel>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #lastSignedAtMs = new Map<string, number>()
  #automatic: AutomaticCallbacks = { delayMs: 0 }

  constructor(needs: CallbackNeeds) {
    this.#needs = needs
  }

  /** Schedules one callback for every result of the job that has none yet. */
  schedule(job: SimulatedJob): void {
    if (job.callbackUrl === undefined || this.#automatic === 'off') return
    const { delayMs } = this.#automatic
    for (const result of callbacksOf(job).filter((each) => !hasCallback(job, each.stage))) {
      this.#later(result.issuedAtMs + delayMs - this.#needs.clock.now(), () =>
        this.#sendWithRetries({ job, result, signedAtMs: this.#needs.clock.now() }),
      )
    }
  }

  /** Applies to jobs whose zip arrives from now on. */
  setAutomatic(automatic: AutomaticCallbacks): void {
    this.#automatic = automatic
  }

  /**
   * Sends each callback of this mode once; returns an empty list where the job has no result or no
   * URL.
   */
  async deliver(jobId: string, mode: CallbackMode): Promise<readonly CallbackAttempt[]> {
    const job = this.#needs.ledger.find(jobId)
    if (job?.callbackUrl === undefined) return []
    const attempts: CallbackAttempt[] = []
    for (const content of this.#contentsOf(job, mode)) attempts.push(await this.#post(content))
    return attempts
  }

  /** Resolves when no automatic callback is under way; retries may still be scheduled. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  close(): void {
    this.#closing.abort()
    for (const cancel of this.#waiting) cancel()
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    const cancel = this.#needs.clock.after(delayMs, () => {
      this.#waiting.delete(cancel)
      const running = work().finally(() => this.#underWay.delete(running))
      this.#underWay.add(running)
    })
    this.#waiting.add(cancel)
  }

  /** All attempts send the same bytes; whether Smile ID signs retries anew is unknown. */
  async #sendWithRetries(content: CallbackContent, attempts = 1): Promise<void> {
    const attempt = await this.#post(content)
    if (this.#closing.signal.aborted) return
    const retryDelayMs = retryDelaysMs[attempts - 1]
    if (!isReceived(attempt) && !isForbidden(attempt) && retryDelayMs !== undefined) {
      this.#later(retryDelayMs, () => this.#sendWithRetries(content, attempts + 1))
      return
    }
    this.#needs.ledger.record({
      event: 'callback',
      atMs: this.#needs.clock.now(),
      jobId: content.job.jobId,
      stage: content.result.stage,
      attempts,
      delivered: isReceived(attempt),
    })
  }

  #post(content: CallbackContent): Promise<CallbackAttempt> {
    const { job, result, signedAtMs } = content
    if (job.callbackUrl === undefined) throw new Error('A callback needs a callback URL.')
    if (!content.isBadlySigned) this.#lastSignedAtMs.set(nameOf(job, result), signedAtMs)
    const { clock, credentials, origin, authority } = this.#needs
    const options = { clock, timeoutMs, authority, signal: this.#closing.signal }
    const body = callbackBody({ credentials, origin: origin() }, content)
    return postCallback(options, new URL(job.callbackUrl), body)
  }

  #contentsOf(job: SimulatedJob, mode: CallbackMode): readonly CallbackContent[] {
    const nowMs = this.#needs.clock.now()
    const issued = resultsIssuedBy(job, nowMs)
    const latest = issued.slice(-1)
    const content = (result: IssuedResult): CallbackContent => ({ job, result, signedAtMs: nowMs })
    switch (mode) {
      case 'again':
        return latest.map(content)
      case 'replayed':
        return latest.map((result) => ({
          ...content(result),
          signedAtMs: this.#lastSignedAtMs.get(nameOf(job, result)) ?? result.issuedAtMs,
        }))
      case 'badly_signed':
        return latest.map((result) => ({ ...content(result), isBadlySigned: true }))
      case 'large':
        return latest.map((result) => ({ ...content(result), isLarge: true }))
      case 'reordered':
        return issued.toReversed().map(content)
    }
  }
}

function hasCallback(job: SimulatedJob, stage: ResultStage): boolean {
  return job.callbacks.some((callback) => callback.stage === stage)
}

function isForbidden(attempt: CallbackAttempt): boolean {
  return attempt.kind === 'failed' && attempt.reason === 'address_not_allowed'
}

function nameOf(job: SimulatedJob, result: IssuedResult): string {
  return `${job.jobId} ${result.stage}`
}
