// The demo's folder with its invented fortnight, smaller than the demo's own, and what came to be in it.

import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { type LoadedSettings, loadConfig } from '../../server/config.ts'
import { claimDemoFolder } from '../../server/demo/demo-folder.ts'
import { seedApart } from '../../server/demo/seed-apart.ts'
import { type SeedPlan, seedDemo } from '../../server/demo/seed-demo.ts'
import { seedFolderOnce } from '../../server/demo/seed-folder.ts'
import { silentLog } from '../../server/kernel/log.ts'
import type { Verification } from '../../server/verifications/verification.ts'
import { listVerifications } from '../../server/verifications/verification-view.ts'
import { ManualClock } from './manual-clock.ts'

/** When the fortnight ends: a Saturday morning. */
export const seededUntil = Date.UTC(2026, 10, 21, 9)
/** So few that all kinds still occur. */
export const seededCount = 40

export function demoSettings(dataDir: string): LoadedSettings {
  const loaded = loadConfig({ profile: 'demo', env: { SVC_DATA_DIR: dataDir } })
  claimDemoFolder(loaded.config)
  return loaded
}

/** Does nothing in a folder that has been seeded. */
export function seedOnce(loaded: LoadedSettings, more: Partial<SeedPlan> = {}): Promise<void> {
  return seedFolderOnce(loaded, { ...plan, ...more }, seedDemo)
}

/** The same in a process of its own, as the demo has it. */
export function seedOnceApart(loaded: LoadedSettings, more: Partial<SeedPlan> = {}): Promise<void> {
  return seedFolderOnce(loaded, { ...plan, ...more }, seedApart)
}

const plan = {
  count: seededCount,
  nowMs: seededUntil,
  log: silentLog,
  onProgress: () => {},
  signal: new AbortController().signal,
}

/** As the demo would find it. */
export function openSeeded(loaded: LoadedSettings): Promise<Appliance> {
  return openAppliance(loaded, { log: silentLog, clock: new ManualClock(seededUntil) })
}

/** Newest first. */
export function everyVerification({ db }: Pick<Appliance, 'db'>): Promise<readonly Verification[]> {
  return listVerifications(db.reader, {}, { limit: 1_000, after: undefined })
}
