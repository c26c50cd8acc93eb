// Tells results to the partner's callback URL: by itself when a result comes out, with retries, and on
// demand in every unpleasant manner that a receiver must bear (reference 7.1 and 7.7).

import type { Cancel, Clock } from '../../kernel/clock.ts'
import type { SmileCredentials } from '../../providers/smile-id/signature.ts'
import { type CallbackContent, callbackBody } from './callback-body.ts'
import { type CallbackAttempt, isReceived, postCallback } from './callback-post.ts'
import type { Job, ResultStage } from './job.ts'
import type { Ledger } from './ledger.ts'
import { type IssuedResult, resultsIssuedBy, resultsOf } from './results.ts'

export const callbackManners = ['again', 'replayed', 'badly_signed', 'reordered', 'large'] as const

/**
 * How to tell a result on demand: `again` once more with a fresh signature; `replayed` with the very bytes
 * of the last time; `badly_signed`; `reordered` every result of the job, the latest first; `large`
 * with 1.5 MB.
 */
export type CallbackManner = (typeof callbackManners)[number]

/** `delayMs` after a result is out (0 at once, more is late), or not until asked for. */
export type AutomaticCallbacks = { readonly delayMs: number } | 'off'

export interface CallbackNeeds {
  readonly clock: Clock
  readonly credentials: SmileCredentials
  readonly ledger: Ledger
  readonly origin: () => string
  /** Certificate authority (PEM) of receivers that speak TLS. */
  readonly authority: string | undefined
}

/** Smile ID documents neither retries nor a timeout for version 1; these are our choice. */
const retryDelaysMs = [10_000, 60_000, 300_000] as const
const timeoutMs = 35_000

/** Lives as long as the simulator: holds what waits for its time and what is on its way. */
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

  /** Sees to it that every result of the job is told once, now or when it comes out. */
  schedule(job: Job): void {
    if (job.callbackUrl === undefined || this.#automatic === 'off') return
    const { delayMs } = this.#automatic
    for (const result of resultsOf(job).filter((each) => !isTold(job, each.stage))) {
      this.#later(result.issuedAtMs + delayMs - this.#needs.clock.now(), () =>
        this.#tell({ job, result, signedAtMs: this.#needs.clock.now() }),
      )
    }
  }

  /** Holds for jobs whose zip arrives from now on. */
  setAutomatic(automatic: AutomaticCallbacks): void {
    this.#automatic = automatic
  }

  /** One attempt for each callback of this manner; empty where the job has no result or no URL. */
  async deliver(jobId: string, manner: CallbackManner): Promise<readonly CallbackAttempt[]> {
    const job = this.#needs.ledger.find(jobId)
    if (job?.callbackUrl === undefined) return []
    const attempts: CallbackAttempt[] = []
    for (const content of this.#contentsOf(job, manner)) attempts.push(await this.#post(content))
    return attempts
  }

  /** Resolves when no automatic callback is under way; retries may still be waiting for their time. */
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

  /** The bytes stay the same from attempt to attempt; whether the real ones are re-signed is unknown. */
  async #tell(content: CallbackContent, attempts = 1): Promise<void> {
    const attempt = await this.#post(content)
    if (this.#closing.signal.aborted) return
    const retryDelayMs = retryDelaysMs[attempts - 1]
    if (!isReceived(attempt) && !isForbidden(attempt) && retryDelayMs !== undefined) {
      this.#later(retryDelayMs, () => this.#tell(content, attempts + 1))
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
    const line = { clock, timeoutMs, authority, signal: this.#closing.signal }
    const body = callbackBody({ credentials, origin: origin() }, content)
    return postCallback(line, new URL(job.callbackUrl), body)
  }

  #contentsOf(job: Job, manner: CallbackManner): readonly CallbackContent[] {
    const nowMs = this.#needs.clock.now()
    const issued = resultsIssuedBy(job, nowMs)
    const latest = issued.slice(-1)
    const content = (result: IssuedResult): CallbackContent => ({ job, result, signedAtMs: nowMs })
    switch (manner) {
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

function isTold(job: Job, stage: ResultStage): boolean {
  return job.callbacks.some((told) => told.stage === stage)
}

function isForbidden(attempt: CallbackAttempt): boolean {
  return attempt.kind === 'failed' && attempt.reason === 'address_not_allowed'
}

function nameOf(job: Job, result: IssuedResult): string {
  return `${job.jobId} ${result.stage}`
}
