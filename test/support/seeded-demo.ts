// A demo's data folder with its two invented weeks, smaller than the demo's own.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { type LoadedSettings, loadConfig } from '../../server/config.ts'
import { claimDemoFolder } from '../../server/demo/demo-folder.ts'
import { type SeedPlan, seedDemo } from '../../server/demo/seed-demo.ts'
import { seedFolderOnce } from '../../server/demo/seed-folder.ts'
import { seedInChild } from '../../server/demo/seed-in-child.ts'
import { silentLog } from '../../server/kernel/log.ts'
import type { Verification } from '../../server/verifications/verification.ts'
import {
  findVerification,
  listVerifications,
} from '../../server/verifications/verification-view.ts'
import { ManualClock } from './manual-clock.ts'

/** End of the two weeks, a Saturday morning. */
export const seededUntil = Date.UTC(2026, 10, 21, 9)
/** The smallest number with every kind of verification. */
export const seededCount = 40

export function demoSettings(dataDir: string): LoadedSettings {
  // Drawing some would leave the small demo without a check, or give a review a second cause, by chance.
  const env = {
    SVC_DATA_DIR: dataDir,
    SVC_REVIEW_SAMPLE: '0',
    SVC_REVIEW_QUALITY_SAMPLE: '100',
  }
  const loaded = loadConfig({ profile: 'demo', env })
  claimDemoFolder(loaded.config)
  return loaded
}

/** Seeds the folder; does nothing if it has been seeded. */
export function seedOnce(loaded: LoadedSettings, more: Partial<SeedPlan> = {}): Promise<void> {
  return seedFolderOnce(loaded, { ...plan, ...more }, seedDemo)
}

let seeded: Promise<string> | undefined

/** Copies a folder that is seeded once in a test process, because drawing its images takes seconds. */
export async function placeSeeded(dataDir: string): Promise<void> {
  seeded ??= seedTempFolder()
  cpSync(await seeded, dataDir, { recursive: true })
}

async function seedTempFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-seeded-'))
  await seedOnce(demoSettings(folder))
  return folder
}

after(async () => {
  if (seeded !== undefined) rmSync(await seeded, { recursive: true, force: true })
})

/** `seedOnce` in its own process, as in the demo. */
export function seedOnceApart(loaded: LoadedSettings, more: Partial<SeedPlan> = {}): Promise<void> {
  return seedFolderOnce(loaded, { ...plan, ...more }, seedInChild)
}

const plan = {
  count: seededCount,
  nowMs: seededUntil,
  log: silentLog,
  onProgress: () => {},
  signal: new AbortController().signal,
}

/** Opens the appliance over the seeded folder. */
export function openSeeded(loaded: LoadedSettings): Promise<Appliance> {
  return openAppliance(loaded, { log: silentLog, clock: new ManualClock(seededUntil) })
}

/** Returns all verifications, newest first. */
export async function everyVerification({
  db,
}: Pick<Appliance, 'db'>): Promise<readonly Verification[]> {
  const listed = await listVerifications(db.reader, {}, { limit: 1_000, after: undefined })
  const found = await Promise.all(listed.map(({ id }) => findVerification(db.reader, id)))
  return found.filter((verification) => verification !== undefined)
}
