// Instants in the texts of commands.

import { toIso, toIsoDate } from '../server/kernel/clock.ts'

/** `2026-11-21T09:30:12Z` */
export function second(instantMs: number): string {
  return toIso(instantMs).replace(/\.\d+/, '')
}

/** `2026-11-21`, or `-` for none. */
export function day(instantMs: number | undefined): string {
  return instantMs === undefined ? '-' : toIsoDate(instantMs)
}

/** `11-21 09:30`, without the year; --json has it whole. */
export function dayAndMinute(instantIso: string): string {
  return instantIso.slice('2026-'.length, '2026-11-21T09:30'.length).replace('T', ' ')
}
