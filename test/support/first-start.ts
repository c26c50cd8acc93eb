// What a first start leaves behind, made once in a test process: a master key, a database with the keys of the
// installation and two API keys, and the file of the server's lock. A test's appliance starts on a copy.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Appliance, databaseFile, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { type Scope, scopesDefault } from '../../server/keys/key.ts'
import { placeMigrated } from './database.ts'
import { ManualClock } from './manual-clock.ts'
import { sharedImages, sharedPasswords } from './shared-parts.ts'

/** Texts of API keys. */
export interface FirstKeys {
  readonly liveKey: string
  readonly sandboxKey: string
}

export interface FirstStart extends FirstKeys {
  /** When it happened. */
  readonly atMs: number
  readonly masterKey: Buffer
  readonly database: Buffer
  readonly lock: Buffer
}

let made: Promise<FirstStart> | undefined

/** Returns undefined for a clock that does not stand where a new one does: the copy would be of another time. */
export async function firstStartAt(nowMs: number): Promise<FirstStart | undefined> {
  made ??= makeFirstStart()
  const first = await made
  return first.atMs === nowMs ? first : undefined
}

/** Copies the files of the data folder. */
export function copyFirstStart({ database, lock }: FirstStart, dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(databaseFile({ dataDir }), database, { mode: 0o600 })
  writeFileSync(serverLockFile(dataDir), lock)
}

export async function createTestKey(
  appliance: Appliance,
  environment: Environment,
  scopes: readonly Scope[] = scopesDefault,
): Promise<string> {
  const asked = { name: 'test', environment, scopes, allowedCidrs: [], expiresAt: undefined }
  return (await createKey(appliance, fromCommandLine, asked)).text
}

export async function createFirstKeys(appliance: Appliance): Promise<FirstKeys> {
  const liveKey = await createTestKey(appliance, 'live')
  return { liveKey, sandboxKey: await createTestKey(appliance, 'sandbox') }
}

async function makeFirstStart(): Promise<FirstStart> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const masterKeyFile = join(folder, 'master.key')
  createMasterKey(masterKeyFile)
  const dataDir = join(folder, 'appliance')
  mkdirSync(dataDir)
  const env = { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY_FILE: masterKeyFile }
  const loaded = loadConfig({ profile: 'demo', env })
  await placeMigrated(databaseFile(loaded.config))
  const clock = new ManualClock()
  const parts = { clock, log: silentLog, images: sharedImages, passwords: sharedPasswords }
  const appliance = await openAppliance(loaded, parts)
  const keys = await createFirstKeys(appliance)
  await appliance.close()
  holdServerLock(serverLockFile(dataDir)).release()
  const first = {
    ...keys,
    atMs: clock.now(),
    masterKey: readFileSync(masterKeyFile),
    database: readFileSync(databaseFile(loaded.config)),
    lock: readFileSync(serverLockFile(dataDir)),
  }
  rmSync(folder, { recursive: true })
  return first
}
