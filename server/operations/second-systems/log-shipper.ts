// Ships new lines of the program's log from its files to one target every two seconds, at least once each and in order.
// It logs only the first failure of several in a row and the recovery, so that it never writes about its own lines.

import { type Cancel, type Clock, elapsed, toIso } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { describeCopyFailure } from './copy-failure.ts'
import type { CopyTarget } from './copy-target.ts'
import { keepCursor, type LogCursor, type LogTarget, readCursor } from './log-cursor.ts'
import { wholeLine } from './log-line-json.ts'
import { type NextLines, readNextLines } from './read-log-lines.ts'

interface LogShipperNeeds {
  readonly clock: Clock
  readonly log: Log
  /** SVC_LOG_FILE */
  readonly file: string
}

const shipEveryMs = 2_000
/** Delays after the first, second, … failure in a row; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 15_000] as const

export class LogShipper {
  readonly #needs: LogShipperNeeds
  readonly #name: LogTarget
  readonly #target: CopyTarget
  #cursor: LogCursor | undefined
  #timer: Cancel = () => {}
  #shipping: Promise<void> | undefined
  #failures = 0
  #retryAt = 0
  #stopped = false

  constructor(needs: LogShipperNeeds, name: LogTarget, target: CopyTarget) {
    this.#needs = needs
    this.#name = name
    this.#target = target
  }

  start(): void {
    this.#shipping ??= this.#shipIfDue().finally(() => {
      this.#shipping = undefined
      if (!this.#stopped) this.#timer = this.#needs.clock.after(shipEveryMs, () => this.start())
    })
  }

  /** Resolves when nothing is being shipped. */
  async idle(): Promise<void> {
    while (this.#shipping) await this.#shipping
  }

  /** Stops and ships the last lines, for at most `timeoutMs`. The others are shipped after the next start. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    this.#timer()
    await Promise.race([this.#finish(), elapsed(this.#needs.clock, timeoutMs)])
  }

  async #finish(): Promise<void> {
    await this.idle()
    await this.#ship()
    await this.#target.close()
  }

  async #shipIfDue(): Promise<void> {
    if (this.#stopped || this.#needs.clock.now() < this.#retryAt) return
    await this.#ship()
  }

  async #ship(): Promise<void> {
    const { clock, log } = this.#needs
    const target = this.#name
    try {
      await this.#shipAll()
      if (this.#failures > 0) log.info('log_ship_recovered', { target, count: this.#failures })
      this.#failures = 0
    } catch (error) {
      if (this.#failures === 0) {
        const { fields, bug } = describeCopyFailure(error)
        log.error('log_ship_failed', { target, ...this.#target.place, ...fields }, bug)
      }
      const delayMs = retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)] ?? 0
      this.#failures += 1
      this.#retryAt = clock.now() + delayMs
    }
  }

  async #shipAll(): Promise<void> {
    const { clock, file } = this.#needs
    for (;;) {
      const { lines, cursor } = await this.#look()
      if (lines.length === 0) return
      const nowText = toIso(clock.now())
      await this.#target.append(lines.map((line) => wholeLine(line, nowText)))
      this.#cursor = cursor
      await keepCursor(file, this.#name, cursor)
    }
  }

  /** Reads what comes next, and notes which files there are: one that is gone later is missing. */
  async #look(): Promise<NextLines> {
    const { file, log } = this.#needs
    this.#cursor ??= readCursor(file, this.#name)
    const before = this.#cursor
    const next = readNextLines(file, before)
    const { missingBytes, seen } = next
    if (missingBytes > 0)
      log.error('log_lines_missing', { target: this.#name, bytes: missingBytes })
    this.#cursor = { ...before, seen }
    const isChanged = namesOf(seen) !== namesOf(before.seen)
    if (missingBytes > 0 || isChanged) await keepCursor(file, this.#name, this.#cursor)
    return next
  }
}

function namesOf(seen: LogCursor['seen']): string {
  return seen.map(({ file }) => file).join()
}
