// Instants in the texts of commands.

import { toIso, toIsoDate } from '../../server/kernel/clock.ts'

/** `2026-11-21T09:30:12Z` */
export function second(instantMs: number): string {
  return toIso(instantMs).replace(/\.\d+/, '')
}

/** `2026-11-21`, or `-` for none. */
export function day(instantMs: number | undefined): string {
  return instantMs === undefined ? '-' : toIsoDate(instantMs)
}

/** `11-21 09:30`, with the year in front unless it is the current one; --json has it whole. */
export function dayAndMinute(instantIso: string, nowMs: number): string {
  const minute = instantIso.slice(0, '2026-11-21T09:30'.length).replace('T', ' ')
  const isThisYear = minute.startsWith(`${new Date(nowMs).getUTCFullYear()}-`)
  return isThisYear ? minute.slice('2026-'.length) : minute
}
