// Prepares the demo's data folder. A folder of a real appliance is refused: the demo would process
// its jobs with the simulator and print API keys to its real data.

import { existsSync, mkdirSync } from 'node:fs'
import { databaseFile } from '../appliance.ts'
import type { Config } from '../config.ts'
import { createMasterKey } from '../crypto/master-key.ts'
import { AppError } from '../kernel/app-error.ts'
import { hasDemoNotes, writeDemoNotes } from './demo-notes.ts'

/**
 * Creates the folder (0700), its marker file and the demo's own master key, where they are missing.
 * @throws AppError `conflict` when the folder is not a demo's
 */
export function claimDemoFolder(config: Pick<Config, 'dataDir' | 'masterKeyFile'>): void {
  const { dataDir, masterKeyFile } = config
  const isFresh = !existsSync(databaseFile(config))
  const isOurs = hasDemoNotes(config)
  if (!isFresh && (!isOurs || !existsSync(masterKeyFile))) {
    throw new AppError(
      'conflict',
      isOurs
        ? `The demo in ${dataDir} has lost its master key. Delete the folder and start again.`
        : `${dataDir} holds a database that is no demo's. Name another folder with --data-dir.`,
    )
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!isOurs) writeDemoNotes(config, {})
  if (!existsSync(masterKeyFile)) createMasterKey(masterKeyFile)
}
