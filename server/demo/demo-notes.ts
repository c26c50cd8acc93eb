// The demo's notes: a file with its state between starts, and with the address that `svc --demo` connects to.
// The file also marks the folder as a demo's.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'

const demoNotes = z.object({
  /** URL of the last start. */
  url: z.string().exactOptional(),
  sandboxKey: z.string().exactOptional(),
  liveKey: z.string().exactOptional(),
  /** Passwords by the part of the email address before the at sign. */
  demoPasswords: z.record(z.string(), z.string()).exactOptional(),
  /** What `matchOf` gave for these passwords: as long as it does, nothing is hashed at a start. */
  passwordMatches: z.record(z.string(), z.string()).exactOptional(),
  /** Progress of seeding the invented fortnight; absent in a folder without one. */
  invented: z.enum(['under_way', 'whole']).exactOptional(),
  webhookReceiverPort: z.int().min(1).max(65_535).exactOptional(),
  scoringEnginePort: z.int().min(1).max(65_535).exactOptional(),
})

export type DemoNotes = Readonly<z.infer<typeof demoNotes>>

export function hasDemoNotes(config: Pick<Config, 'dataDir'>): boolean {
  return existsSync(notesFile(config))
}

/** Returns an empty object where there is no file or it cannot be read as notes. */
export function readDemoNotes(config: Pick<Config, 'dataDir'>): DemoNotes {
  try {
    return demoNotes.parse(JSON.parse(readFileSync(notesFile(config), 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Writes with mode 0600: the keys work nowhere else, but other users of this machine need not have
 * them.
 */
export function writeDemoNotes(config: Pick<Config, 'dataDir'>, notes: DemoNotes): void {
  const file = notesFile(config)
  writeFileSync(`${file}.new`, `${JSON.stringify(notes, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function notesFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'demo.json')
}
