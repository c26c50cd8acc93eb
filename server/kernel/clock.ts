// The only source of time, so that tests can use a fixed clock.

import { dayMs } from './durations.ts'
import { memoise } from './memoise.ts'

/** Cancels scheduled work; does nothing once the work has run. */
export type Cancel = () => void

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Monotonic milliseconds for durations; changes of the system clock do not affect it. */
  steadyMs(): number
  /** Calls `work` once after `delayMs`. A pending call does not keep the process alive. */
  after(delayMs: number, work: () => void): Cancel
}

/** Longest delay of a Node timer (2^31 - 1 ms); longer ones would fire at once. */
const timerDelayMsMax = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, Math.min(Math.max(delayMs, 0), timerDelayMsMax))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves after `delayMs`. */
export function elapsed(clock: Pick<Clock, 'after'>, delayMs: number): Promise<void> {
  return new Promise((resolve) => void clock.after(delayMs, resolve))
}

const daysRememberedMax = 400

/**
 * Formats an instant as ISO 8601 in UTC with milliseconds and `Z`, as the API does everywhere. A list holds forty
 * instants, mostly of few days, and `Date` needs several times as long as this. Few, long parts: each joint costs time
 * here, and again when the JSON is written.
 * @throws RangeError for NaN and infinity
 */
export function toIso(instantMs: number): string {
  const day = Math.floor(instantMs / dayMs)
  const date = dateOf(String(day))
  const inDay = Math.trunc(instantMs - day * dayMs)
  const second = Math.floor(inDay / 1000)
  const inMinute = `${twoDigits(second % 60)}${endOf(inDay % 1000)}`
  return `${date}${minuteOf(Math.floor(second / 60))}${inMinute}`
}

/** Returns the date of an instant in UTC, such as `2026-11-21`. @throws RangeError for NaN and infinity */
export function toIsoDate(instantMs: number): string {
  return toIso(instantMs).slice(0, 10)
}

/** Returns the date of a day, counted from 1970, with the `T` after it. */
const dateOf = memoise(daysRememberedMax, (day) => {
  const [date] = new Date(Number(day) * dayMs).toISOString().split('T')
  return `${date}T`
})

/** Returns a minute of the day, such as `09:30:`. */
const minuteOf = keepTexts(
  24 * 60,
  (minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:`,
)

/** Returns the milliseconds of a second, such as `.007Z`. */
const endOf = keepTexts(1000, (ms) => `.${String(ms).padStart(3, '0')}Z`)

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** Returns the function with its texts kept, for the whole numbers below `count`. */
function keepTexts(count: number, textOf: (value: number) => string): (value: number) => string {
  const texts = new Array<string | undefined>(count)
  return (value) => {
    texts[value] ??= textOf(value)
    return texts[value]
  }
}

/** Like `toIso`; null for undefined. */
export function isoOrNull(instantMs: number | undefined): string | null {
  return instantMs === undefined ? null : toIso(instantMs)
}
