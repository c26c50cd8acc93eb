// Sees to it that a fresh demo folder is seeded once and whole: a start that was cut off is begun anew,
// and a folder that somebody has worked in is left as it is.

import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { readDemoNotes, writeDemoNotes } from './demo-notes.ts'
import { notedPasswords } from './demo-staff.ts'
import type { Seeded, SeedPlan } from './seed-demo.ts'

type Settings = Pick<LoadedSettings, 'config' | 'secrets'>

/** `plan.count` 0 seeds nothing. @throws what `seed` throws; the next call then begins anew */
export async function seedFolderOnce<Plan extends Omit<SeedPlan, 'leavesUndecided' | 'log'>>(
  loaded: Settings,
  plan: Plan,
  seed: (loaded: Settings, plan: Plan & Pick<SeedPlan, 'leavesUndecided'>) => Promise<Seeded>,
): Promise<void> {
  const { config } = loaded
  const notes = readDemoNotes(config)
  const isCutOff = notes.invented === 'under_way'
  if (isCutOff) removeRemains(config.dataDir)
  if (existsSync(databaseFile(config)) || plan.count === 0) {
    if (isCutOff) writeDemoNotes(config, {})
    return
  }
  writeDemoNotes(config, { invented: 'under_way' })
  const seeded = await seed(loaded, { ...plan, leavesUndecided: config.smile === undefined })
  writeDemoNotes(config, {
    invented: 'whole',
    sandboxKey: seeded.keys.sandbox,
    liveKey: seeded.keys.live,
    staffPasswords: notedPasswords(seeded.staff),
    webhookReceiverPort: seeded.receiverPort,
  })
}

/** Nobody has seen a key of it, so nothing of it can be missed. */
function removeRemains(dataDir: string): void {
  for (const name of ['svc.db', 'svc.db-wal', 'svc.db-shm', 'evidence', 'staging', 'backups']) {
    rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
