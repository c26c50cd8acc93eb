// The name of a data folder that a restore has moved aside: `data.before-restore-2026-11-21T09-00-00Z`.

import { toIso } from '../kernel/clock.ts'

export function nameAside(folder: string, nowMs: number): string {
  return `${folder}.before-restore-${toIso(nowMs).slice(0, 19).replaceAll(':', '-')}Z`
}

/**
 * Returns when the folder was moved aside; undefined if it is no such folder of `dataDir`, both by their names alone.
 */
export function movedAsideAt(name: string, dataDir: string): number | undefined {
  const start = `${dataDir}.before-restore-`
  if (!name.startsWith(start)) return undefined
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z/.exec(name.slice(start.length)) ?? []
  const atMs = Date.parse(`${day}T${time?.replaceAll('-', ':')}Z`)
  return Number.isNaN(atMs) ? undefined : atMs
}
