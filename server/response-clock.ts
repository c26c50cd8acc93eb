// The clock by which stored responses end. It keeps a small file in the data folder, so that a process that starts
// after the clock of the machine was set ahead knows of it, as the one that was running does.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { type ClockRecord, createTermClock, stepsSince } from './kernel/clock-steps.ts'

export interface ResponseClock {
  /** The instant by which stored responses end; it forgives a clock that was set ahead. */
  readonly responsesNow: () => number
  /** Writes steps of the clock into the data folder from now on, for the next process. For a server. */
  readonly keepClockSteps: () => void
}

interface ResponseClockNeeds {
  readonly clock: Clock
  readonly config: Pick<Config, 'dataDir' | 'idempotencyRetentionMs'>
}

const recordShape = z.object({
  bootId: z.string(),
  uptimeMs: z.number(),
  wallMs: z.number(),
  steps: z.array(z.object({ afterMs: z.number(), byMs: z.number() })),
})

/** @param machine by default that of the system's clock; other clocks belong to no machine */
export function openResponseClock(
  { clock, config }: ResponseClockNeeds,
  machine: () => Machine | undefined = clock === systemClock ? readMachine : () => undefined,
): ResponseClock {
  const file = join(config.dataDir, 'clock.json')
  const atStart = machine()
  const record = atStart && readRecord(file)
  let steps = record ? stepsSince(record, { ...atStart, wallMs: clock.now() }) : []
  let isKept = false
  const keep = () => {
    const now = isKept ? machine() : undefined
    if (now !== undefined) writeRecord(file, { ...now, wallMs: clock.now(), steps })
  }
  const responsesNow = createTermClock(clock, config.idempotencyRetentionMs, {
    earlier: steps,
    onStep(known) {
      steps = known
      keep()
    },
  })
  return {
    responsesNow,
    keepClockSteps() {
      isKept = true
      keep()
    },
  }
}

type Machine = Pick<ClockRecord, 'bootId' | 'uptimeMs'>

function readMachine(): Machine | undefined {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { bootId, uptimeMs: uptime() * 1000 }
  } catch {
    return undefined
  }
}

/** Returns undefined for a file that is not there or not readable: then no step is known. */
function readRecord(file: string): ClockRecord | undefined {
  try {
    return recordShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** A full disk must not stop a server: the file then tells of fewer steps. */
function writeRecord(file: string, record: ClockRecord): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {}
}
