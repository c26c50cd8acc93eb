// Keeps the copy of the audit log up with the log: looks every two seconds what is new, copies it, and tells when the
// copy begins to lag and when it has caught up. The lock of the data folder sees to it that there is one copier.

import type { Db } from '../db/transaction.ts'
import type { Cancel, Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type AuditCopySettings, type AuditCopyState, judgeAuditCopy } from './audit-copy-policy.ts'
import type { AuditGuard } from './audit-guard.ts'
import { readAuditLag } from './audit-lag-view.ts'
import { copyNextEntries } from './copy-entries.ts'
import { type CopyTarget, openCopyTarget } from './copy-target.ts'

export interface AuditCopierNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly auditGuard: AuditGuard
}

export const lookEveryMs = 2_000
/** After the first, second, ... failure in a row; the last one repeats, for ever. */
const retryDelaysMs = [2_000, 5_000, 15_000] as const
/** A reader that keeps up has made room in a FIFO by then. */
const roomAfterMs = 50

export class AuditCopier {
  readonly #needs: AuditCopierNeeds
  readonly #settings: AuditCopySettings
  readonly #target: CopyTarget
  #state: AuditCopyState = 'well'
  #timer: Cancel = () => {}
  #endPause: () => void = () => {}
  #looking: Promise<void> | undefined
  /** Not waited for by looks: a file on a network that does not answer must not keep a lag from being told. */
  #copying: Promise<void> | undefined
  #failures = 0
  #retryAt = 0
  #stopped = false

  constructor(
    needs: AuditCopierNeeds,
    settings: AuditCopySettings,
    target: CopyTarget = openCopyTarget(settings.file),
  ) {
    this.#needs = needs
    this.#settings = settings
    this.#target = target
  }

  start(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
      if (!this.#stopped) this.#timer = this.#needs.clock.after(lookEveryMs, () => this.start())
    })
  }

  /** Resolves when nothing is copied but at the next look. */
  async idle(): Promise<void> {
    while (this.#looking || this.#copying) {
      await this.#looking
      await this.#copying
    }
  }

  /** Copies what came last, for up to `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    this.#timer()
    this.#endPause()
    const timeIsUp = new Promise<void>((resolve) => {
      this.#needs.clock.after(timeoutMs, resolve)
    })
    await Promise.race([this.#finish(), timeIsUp])
  }

  async #finish(): Promise<void> {
    await this.idle()
    await this.#copy()
    await this.#target.close()
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#needs
    try {
      const { waiting } = await this.#tell()
      if (waiting === 0 || clock.now() < this.#retryAt || this.#stopped) return
      this.#copying ??= this.#copy().finally(() => {
        this.#copying = undefined
      })
    } catch (error) {
      log.error('audit_copy_failed', {}, error)
    }
  }

  async #copy(): Promise<void> {
    try {
      await this.#copyAll()
      this.#failures = 0
      await this.#tell()
    } catch (error) {
      // The first of a row: that it goes on is told as a lag.
      if (this.#failures === 0) this.#needs.log.error('audit_copy_failed', {}, error)
      const delayMs = retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)] ?? 0
      this.#failures += 1
      this.#retryAt = this.#needs.clock.now() + delayMs
    }
  }

  /** Until nothing is left, or there is no room for more. */
  async #copyAll(): Promise<void> {
    for (;;) {
      const step = await copyNextEntries(this.#needs, this.#target)
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

  async #tell() {
    const { db, clock, log, auditGuard } = this.#needs
    const lag = await readAuditLag(db.reader)
    auditGuard.tell(lag.oldestAt)
    const nowMs = clock.now()
    const { state } = judgeAuditCopy(this.#settings, lag, nowMs)
    if (state !== this.#state) {
      const told = { count: lag.waiting, duration_ms: nowMs - (lag.oldestAt ?? nowMs) }
      if (state === 'lags') log.error('audit_lags', told)
      else if (state === 'stops') log.error('audit_lag_stops_verifications', told)
      else log.info('audit_caught_up', told)
      this.#state = state
    }
    return lag
  }
}
