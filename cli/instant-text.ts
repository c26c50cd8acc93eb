// Instants in the texts of commands.

import { toIso } from '../server/kernel/clock.ts'

/** `2026-11-21T09:30:12Z` */
export function second(instantMs: number): string {
  return toIso(instantMs).replace(/\.\d+/, '')
}
