// Reads where the master key comes from, which older ones there were, and which rotations run, for `svc crypto status`.

import type { Appliance } from '../../appliance.ts'
import {
  chooseMasterKey,
  readOfferedKeys,
  sourceKindOf,
  sourceText,
  unfinishedChange,
} from '../../crypto/master-key-source.ts'
import { readMasterKeys } from '../../data-keys/known-master-keys.ts'
import { findInstance } from '../../db/instance.ts'
import type { Reader } from '../../db/transaction.ts'
import { isServersWork, type KeyRotation } from './key-rotation.ts'
import { listRotations } from './key-rotation-store.ts'

type KnownMasterKeys = Awaited<ReturnType<typeof readMasterKeys>>

export interface EncryptionState {
  readonly master: KnownMasterKeys[number]
  /** In words. */
  readonly source: string
  /** undefined for a key that is not in a file. */
  readonly file: string | undefined
  /** Newest first, the present one included. */
  readonly known: KnownMasterKeys
  readonly rotations: readonly KeyRotation[]
  /** What to do about a change of the master key that was interrupted. */
  readonly unfinished: string | undefined
}

/** @throws MasterKeyError */
export async function readEncryptionState(
  needs: Pick<Appliance, 'db' | 'config'>,
): Promise<EncryptionState> {
  const { config } = needs
  const { reader } = needs.db
  const instance = await findInstance(reader)
  const offered = await readOfferedKeys(config)
  const known = await readMasterKeys(reader)
  const master = known.find(({ fingerprint }) => fingerprint === instance?.masterKeyId)
  if (master === undefined) throw new Error('the table master_keys lacks the key in use')
  return {
    master,
    source: sourceText(config),
    file: sourceKindOf(config) === 'file' ? config.masterKeyFile : undefined,
    known,
    rotations: await listRotations(reader),
    unfinished: unfinishedChange(offered, chooseMasterKey(offered, master.fingerprint)),
  }
}

/** Those that a server can end. */
export async function readRunningRotations(db: Reader): Promise<readonly KeyRotation[]> {
  return (await listRotations(db)).filter(isServersWork)
}

/** Returns whether an older pepper waits for the last API keys that were made with it. */
export async function isPepperHeld(db: Reader): Promise<boolean> {
  return (await listRotations(db)).some(
    ({ finishedAt, purpose }) => finishedAt === undefined && purpose === 'mac_api_key',
  )
}
