// Seeds a fresh demo folder exactly once: an interrupted seeding starts again, and a folder that is
// in use is left unchanged.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { readDemoNotes, writeDemoNotes } from './demo-notes.ts'
import { notedPasswords } from './demo-users.ts'
import type { Seeded, SeedPlan } from './seed-demo.ts'

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

/**
 * Seeds nothing where `plan.count` is 0.
 * @throws whatever `seed` throws; the next call then starts again
 */
export async function seedFolderOnce<Plan extends Omit<SeedPlan, 'leavesUndecided' | 'log'>>(
  loaded: Settings,
  plan: Plan,
  seed: (loaded: Settings, plan: Plan & Pick<SeedPlan, 'leavesUndecided'>) => Promise<Seeded>,
): Promise<void> {
  const { config } = loaded
  const notes = readDemoNotes(config)
  const isInterrupted = notes.invented === 'under_way'
  if (isInterrupted) removeIncomplete(config.dataDir)
  if (existsSync(databaseFile(config)) || plan.count === 0) {
    if (isInterrupted) writeDemoNotes(config, {})
    return
  }
  writeDemoNotes(config, { invented: 'under_way' })
  const seeded = await seed(loaded, { ...plan, leavesUndecided: config.smile === undefined })
  writeDemoNotes(config, {
    invented: 'whole',
    sandboxKey: seeded.keys.sandbox,
    liveKey: seeded.keys.live,
    ...notedPasswords(seeded.users),
    webhookReceiverPort: seeded.receiverPort,
  })
}

/** Deletes an incomplete folder; nobody has received its API keys yet. */
function removeIncomplete(dataDir: string): void {
  for (const name of [
    'svc.db',
    'svc.db-wal',
    'svc.db-shm',
    'images',
    'staging',
    'backups',
    'backup-store',
  ]) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
