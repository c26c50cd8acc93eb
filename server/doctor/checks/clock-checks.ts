// Checks of the clock: whether something keeps it right, how far it is off, and whether it is behind what the database
// has recorded.

import { access } from 'node:fs/promises'
import { type ClockOffset, readClockOffset } from '../clock-offset.ts'
import { anywhere, withTables } from '../doctor-scene.ts'
import { type EntryTimes, readEntryTimes } from '../entry-times-view.ts'
import { type DoctorOutcome, failed, skipped, warning, well } from '../outcome.ts'

export const clockChecks = {
  time_source: anywhere(async () => judgeTimeSource(await readTimeFacts())),
  clock_offset: anywhere(async () => judgeClockOffset(await readClockOffset())),
  time_order: withTables(async ({ db, clock }) =>
    judgeTimeOrder(await readEntryTimes(db.reader), clock.now()),
  ),
}

interface TimeFacts {
  /** systemd-timesyncd has set the clock since the machine started. */
  readonly isSynchronised: boolean
  /** The service that keeps the time, found by the file of its process id. */
  readonly service: string | undefined
  /** Whether systemd runs, so that its marker can be expected. */
  readonly hasSystemd: boolean
}

export function judgeTimeSource({ isSynchronised, service, hasSystemd }: TimeFacts): DoctorOutcome {
  if (isSynchronised) return well({ values: { service: 'systemd-timesyncd' } })
  if (service !== undefined) return well({ values: { service } }, 'service')
  return hasSystemd ? warning('not_synchronised') : skipped('unknown')
}

/** Signatures and codes of second factors bear 30 s; a service that keeps the clock holds it within milliseconds. */
const offsetMs = { warns: 1_000, fails: 30_000 }

export function judgeClockOffset(offset: ClockOffset): DoctorOutcome {
  switch (offset.kind) {
    case 'unknown':
      return skipped('unknown')
    case 'not_synchronised':
      return warning('not_synchronised', { values: { service: offset.service } })
    case 'measured': {
      const values = { service: offset.service, offset_ms: Math.round(offset.offsetMs) }
      if (offset.offsetMs > offsetMs.fails) return failed('far_off', { values })
      return offset.offsetMs > offsetMs.warns ? warning('off', { values }) : well({ values })
    }
  }
}

/** Clocks of machines that are set by hand differ by minutes. */
const behindMsMax = 5 * 60_000

export function judgeTimeOrder({ newestAt, latestAt }: EntryTimes, nowMs: number): DoctorOutcome {
  const aheadMs = (latestAt ?? nowMs) - nowMs
  if (newestAt === undefined || latestAt === undefined || aheadMs <= behindMsMax) return well()
  const values = { latest_at: latestAt, ahead_ms: aheadMs }
  if (newestAt - nowMs > behindMsMax) return failed('behind', { values })
  return warning('was_ahead', { values })
}

const pidFiles = [
  ['chronyd', '/run/chrony/chronyd.pid'],
  ['chronyd', '/run/chronyd.pid'],
  ['ntpd', '/run/ntpd.pid'],
  ['ntpd', '/run/ntpsec/ntpd.pid'],
] as const

async function readTimeFacts(): Promise<TimeFacts> {
  const isSynchronised = await isThere('/run/systemd/timesync/synchronized')
  let service: string | undefined
  for (const [name, file] of pidFiles) if (await isThere(file)) service ??= name
  return { isSynchronised, service, hasSystemd: await isThere('/run/systemd/system') }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
