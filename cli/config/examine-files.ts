// Reads the files that the server needs at start: the certificates with their keys, the face model with its
// measurement, and the master key.

import { existsSync } from 'node:fs'
import type { Config } from '../../server/config.ts'
import { MasterKeyError, readMasterKey } from '../../server/crypto/master-key.ts'
import {
  chooseMasterKey,
  type OfferedKeys,
  readOfferedKeys,
  sourceKindOf,
} from '../../server/crypto/master-key-source.ts'
import { findInstance } from '../../server/db/instance.ts'
import { examineDatabase } from '../../server/db/sqlite/examine-database.ts'
import { FaceModelError, readMeasuredModel } from '../../server/faces/measured-model.ts'
import type { SettingProblem } from '../../server/settings/setting-sources.ts'
import {
  readTlsFiles,
  scoringClientRole,
  type TlsFiles,
  TlsFilesError,
  type TlsRole,
} from '../../server/settings/tls-files.ts'
import { faultOfMasterKeyFile, hasDatabase } from '../installed.ts'

export interface ExaminedFiles {
  readonly problems: readonly SettingProblem[]
  readonly notes: readonly string[]
}

export async function examineFiles(config: Config): Promise<ExaminedFiles> {
  const problems = [
    ...(await faultsOfTls(config.tls)),
    ...(await faultsOfTls(config.scoring?.clientCertificate, scoringClientRole)),
    ...(await faultsOfFaceModel(config.faces)),
    ...(await faultsOfMasterKey(config)),
  ]
  const isUnmade =
    config.profile === 'appliance' &&
    sourceKindOf(config) === 'file' &&
    !existsSync(config.masterKeyFile)
  const isNew = isUnmade && problems.length === 0
  const note = `There is no master key in ${config.masterKeyFile} yet. Run svc init.`
  return { problems, notes: isNew ? [note] : [] }
}

async function faultsOfTls(
  files: TlsFiles | undefined,
  role?: TlsRole,
): Promise<readonly SettingProblem[]> {
  if (files === undefined) return []
  try {
    await readTlsFiles(files, role)
    return []
  } catch (error) {
    if (error instanceof TlsFilesError) return error.problems
    throw error
  }
}

async function faultsOfFaceModel(files: Config['faces']): Promise<readonly SettingProblem[]> {
  if (files === undefined) return []
  try {
    await readMeasuredModel(files)
    return []
  } catch (error) {
    if (error instanceof FaceModelError) return error.problems
    throw error
  }
}

const settingOfSource = {
  file: 'SVC_MASTER_KEY_FILE',
  credential: 'SVC_MASTER_KEY_CREDENTIAL',
  command: 'SVC_MASTER_KEY_COMMAND',
} as const

/** A missing master key is a fault only if there is a database encrypted with it. */
async function faultsOfMasterKey(config: Config): Promise<readonly SettingProblem[]> {
  const kind = sourceKindOf(config)
  const name = settingOfSource[kind]
  if (kind !== 'file') {
    const offered = await readOfferedKeys(config)
    const unusable = offered.faults.map((fault) => ({ name, message: `cannot be used: ${fault}` }))
    return unusable.length > 0 ? unusable : faultOfOtherKey(config, offered, name)
  }
  const isThere = existsSync(config.masterKeyFile)
  if (!isThere && !(await hasDatabase(config))) return []
  const fault = faultOfMasterKeyFile(config)
  if (fault !== undefined) return [{ name, message: `cannot be used. ${fault}` }]
  try {
    readMasterKey(config.masterKeyFile)
    return await faultOfOtherKey(config, await readOfferedKeys(config), name)
  } catch (error) {
    if (error instanceof MasterKeyError)
      return [{ name, message: `cannot be used: ${error.message}` }]
    throw error
  }
}

/** A key that can be read and that is not the one of the database: svc serve refuses it. */
async function faultOfOtherKey(
  config: Config,
  offered: OfferedKeys,
  name: string,
): Promise<readonly SettingProblem[]> {
  if (!(await hasDatabase(config))) return []
  try {
    chooseMasterKey(offered, await masterKeyIdOf(config))
    return []
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    return [{ name, message: `cannot be used: ${error.message}` }]
  }
}

/** Returns undefined for a database that cannot be read; that is not a matter of the settings. */
async function masterKeyIdOf(config: Config): Promise<string | undefined> {
  const { databaseFile } = await import('../../server/appliance.ts')
  try {
    const database = examineDatabase(databaseFile(config))
    try {
      return (await findInstance(database.reader))?.masterKeyId
    } finally {
      await database.close()
    }
  } catch {
    return undefined
  }
}
