// The journal of upgrades, a file beside the releases: which upgrade was begun, how far it came and how it ended. It is
// what a killed `svc upgrade apply` leaves behind.

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const phases = [
  'unpacked',
  'stopping',
  'switched',
  'migrated',
  'good',
  'rolled_back',
  'stuck',
] as const

const entryShape = z.object({
  from: z.string(),
  to: z.string(),
  phase: z.enum(phases),
  /** ISO 8601, UTC. */
  began_at: z.string(),
  changed_at: z.string(),
  reason: z.string().optional(),
})
const journalShape = z.object({ upgrades: z.array(entryShape) })

export type UpgradeEntry = z.output<typeof entryShape>

const entriesKept = 50

/** Newest last; empty if nothing was upgraded yet. */
export function readJournal(root: string): readonly UpgradeEntry[] {
  const text = readFileOrNothing(fileIn(root))
  return text === undefined ? [] : journalShape.parse(JSON.parse(text)).upgrades
}

/** Adds the entry, or replaces the newest one if it is about the same upgrade. Synced before it returns. */
export function writeEntry(root: string, entry: UpgradeEntry): void {
  const before = readJournal(root)
  const last = before.at(-1)
  const kept = last?.began_at === entry.began_at ? before.slice(0, -1) : before
  const text = JSON.stringify({ upgrades: [...kept, entry].slice(-entriesKept) }, undefined, 2)
  const part = `${fileIn(root)}.part`
  const descriptor = openSync(part, 'w', 0o644)
  try {
    writeSync(descriptor, `${text}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(part, fileIn(root))
}

/** The upgrade that was begun and neither finished nor undone, if there is one. */
export function unfinishedUpgrade(entries: readonly UpgradeEntry[]): UpgradeEntry | undefined {
  const last = entries.at(-1)
  return last && last.phase !== 'good' && last.phase !== 'rolled_back' ? last : undefined
}

function fileIn(root: string): string {
  return join(root, 'upgrade.json')
}

function readFileOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
