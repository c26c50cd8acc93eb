// Decides which times of the schedule have come since the last look, whatever the clock did meanwhile. Pure.

import { skewMsMax } from './kernel/clock-steps.ts'
import { dayMs, minuteMs } from './kernel/durations.ts'

/** The parsed parts of a cron expression: the numbers at which each matches. */
interface CronTimes {
  readonly minute: readonly number[]
  readonly hour: readonly number[]
  readonly dayOfMonth: readonly (number | string)[]
  readonly month: readonly number[]
  /** 0 is Sunday. */
  readonly dayOfWeek: readonly (number | string)[]
}

/** Returns the start of the minute of an instant. */
export function minuteOf(instantMs: number): number {
  return Math.floor(instantMs / minuteMs) * minuteMs
}

/**
 * Returns the newest time of `times` (milliseconds since 1970) after `lastMinute` and up to `nowMinute`; undefined if
 * none has come. After a jump forward, or a process that stood still, a task runs once for all of its times in between;
 * times that are over by more than a day are left out.
 */
export function dueTime(
  times: CronTimes,
  { lastMinute, nowMinute }: { readonly lastMinute: number; readonly nowMinute: number },
): number | undefined {
  const oldest = Math.max(lastMinute, nowMinute - dayMs)
  for (let minute = nowMinute; minute > oldest; minute -= minuteMs) {
    if (matches(times, minute)) return minute
  }
  return undefined
}

/**
 * Returns the minute up to which the schedule has run. When the clock was set back by little, it waits until the clock
 * is there again; when it was set back by more, the schedule goes on from the new time.
 */
export function lastMinuteAfter(lastMinute: number, nowMinute: number): number {
  return lastMinute > nowMinute + skewMsMax ? nowMinute - minuteMs : lastMinute
}

function matches(times: CronTimes, instantMs: number): boolean {
  const date = new Date(instantMs)
  return (
    times.minute.includes(date.getUTCMinutes()) &&
    times.hour.includes(date.getUTCHours()) &&
    times.dayOfMonth.includes(date.getUTCDate()) &&
    times.month.includes(date.getUTCMonth() + 1) &&
    times.dayOfWeek.includes(date.getUTCDay())
  )
}
