// The product's log, kept in memory for a test to read.

import { type Log, openLog } from '../../server/kernel/log.ts'
import type { ManualClock } from './manual-clock.ts'

export interface CapturedLog {
  readonly log: Log
  /** Every line written. */
  readonly lines: readonly string[]
  /** The lines of one event, parsed. */
  of(event: string): readonly Readonly<Record<string, unknown>>[]
}

export function captureLog(clock?: ManualClock): CapturedLog {
  const lines: string[] = []
  return {
    log: openLog((line) => lines.push(line), clock ? { clock } : {}),
    lines,
    of: (event) => lines.map((line) => JSON.parse(line)).filter((entry) => entry.event === event),
  }
}
