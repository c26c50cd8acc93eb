// Copies new entries of the audit log to one target every two seconds, and logs when the copy begins to lag and when it
// has caught up. Of several nodes one copies; while the next takes over, an entry may be copied twice.

import type { Appliance } from '../../appliance.ts'
import { type Cancel, elapsed } from '../../kernel/clock.ts'
import type { OwnNode } from '../../nodes/own-node.ts'
import {
  type AuditCopyLimits,
  type AuditCopyState,
  type AuditCopyTarget,
  judgeAuditCopy,
} from './audit-copy-policy.ts'
import { readAuditLag } from './audit-lag-view.ts'
import { copyNextEntries } from './copy-entries.ts'
import { describeCopyFailure } from './copy-failure.ts'
import type { CopyTarget } from './copy-target.ts'

type AuditCopierNeeds = Pick<Appliance, 'db' | 'clock' | 'log' | 'auditGuard'> & {
  readonly node: Pick<OwnNode, 'leads'>
}

export const pollEveryMs = 2_000
/** Delays after the first, second, … failure in a row; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000] as const
/** How long to wait for the reader of a full FIFO. */
const roomAfterMs = 50

export class AuditCopier {
  readonly #needs: AuditCopierNeeds
  readonly #limits: AuditCopyLimits
  readonly #name: AuditCopyTarget
  readonly #target: CopyTarget
  #state: AuditCopyState = 'well'
  #timer: Cancel = () => {}
  #endPause: () => void = () => {}
  #polling: Promise<void> | undefined
  /** Polls do not wait for it: a network file that does not respond must not prevent the lag from being logged. */
  #copying: Promise<void> | undefined
  #failures = 0
  #retryAt = 0
  #stopped = false

  constructor(
    needs: AuditCopierNeeds,
    limits: AuditCopyLimits,
    name: AuditCopyTarget,
    target: CopyTarget,
  ) {
    this.#needs = needs
    this.#limits = limits
    this.#name = name
    this.#target = target
  }

  start(): void {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      if (!this.#stopped) this.#timer = this.#needs.clock.after(pollEveryMs, () => this.start())
    })
  }

  /** Resolves when no poll and no copying is running. */
  async idle(): Promise<void> {
    while (this.#polling || this.#copying) {
      await this.#polling
      await this.#copying
    }
  }

  /** Stops and copies the last entries, for at most `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    this.#timer()
    this.#endPause()
    await Promise.race([this.#finish(), elapsed(this.#needs.clock, timeoutMs)])
  }

  async #finish(): Promise<void> {
    await this.idle()
    if (this.#needs.node.leads()) await this.#copy()
    await this.#target.close()
  }

  async #poll(): Promise<void> {
    const { clock, log } = this.#needs
    try {
      const { waiting } = await this.#updateLag()
      if (waiting === 0 || clock.now() < this.#retryAt || this.#stopped) return
      if (!this.#needs.node.leads()) return
      this.#copying ??= this.#copy().finally(() => {
        this.#copying = undefined
      })
    } catch (error) {
      log.error('audit_copy_failed', { target: this.#name }, error)
    }
  }

  async #copy(): Promise<void> {
    try {
      await this.#copyAll()
      this.#failures = 0
      await this.#updateLag()
    } catch (error) {
      // Only the first of several failures in a row is logged; further ones show as a lag.
      if (this.#failures === 0) {
        const { fields, bug } = describeCopyFailure(error)
        const about = { target: this.#name, ...this.#target.place, ...fields }
        this.#needs.log.error('audit_copy_failed', about, bug)
      }
      const delayMs = retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)] ?? 0
      this.#failures += 1
      this.#retryAt = this.#needs.clock.now() + delayMs
    }
  }

  /** Copies until nothing is left or the target has no room. */
  async #copyAll(): Promise<void> {
    for (;;) {
      const step = await copyNextEntries(this.#needs, this.#name, this.#target)
      if (step === 'all' || step === 'no_room') return
      if (step === 'little_room') {
        if (this.#stopped) return
        await this.#pause()
      }
    }
  }

  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#endPause = resolve
      this.#needs.clock.after(roomAfterMs, resolve)
    })
  }

  /** Reads the lag, passes it to the guard and logs a change of state. */
  async #updateLag() {
    const { db, clock, log, auditGuard } = this.#needs
    const lag = await readAuditLag(db.reader, this.#name)
    auditGuard.update(this.#name, lag.oldestAt)
    const nowMs = clock.now()
    const { state } = judgeAuditCopy(this.#limits, [lag], nowMs)
    if (state !== this.#state) {
      const durationMs = nowMs - (lag.oldestAt ?? nowMs)
      const fields = { target: this.#name, count: lag.waiting, duration_ms: durationMs }
      if (state === 'lags') log.error('audit_lags', fields)
      else if (state === 'stops') log.error('audit_lag_stops_verifications', fields)
      else log.info('audit_caught_up', fields)
      this.#state = state
    }
    return lag
  }
}
