// Reads whether changes of keys are finished and move on, for `svc status`.

import type { Appliance } from '../../appliance.ts'
import {
  chooseMasterKey,
  readOfferedKeys,
  sourceKindOf,
  unfinishedChange,
} from '../../crypto/master-key-source.ts'
import { readMasterKeys } from '../../data-keys/known-master-keys.ts'
import type { Reader } from '../../db/transaction.ts'
import { nodeState } from '../../nodes/node.ts'
import { listNodes } from '../../nodes/node-list-view.ts'
import { findKeyUsers } from './find-key-users.ts'
import { findStalled, type KeyProgress, type StalledRotation } from './key-rotation.ts'
import { listRotations } from './key-rotation-store.ts'

/** A server takes a new master key over within a second, if its source gives it. */
const takenOverWithinMs = 60_000

type ProgressNeeds = Pick<Appliance, 'db' | 'config' | 'clock'>

/** A command that is the source of the master key is not run again. @throws MasterKeyError */
export async function readKeyProgress(
  needs: ProgressNeeds,
  isServing: boolean,
): Promise<KeyProgress> {
  const { db, config, clock } = needs
  const nowMs = clock.now()
  const inUse = (await readMasterKeys(db.reader)).find(({ replacedAt }) => replacedAt === undefined)
  const isRecent = nowMs - (inUse?.usedSince ?? nowMs) < takenOverWithinMs
  const users = isRecent ? [] : await findKeyUsers(needs)
  return {
    stalled: isServing ? await readStalled(needs) : undefined,
    unfinished: await findUnfinished(config, inUse?.fingerprint),
    behind: users
      .filter(({ masterKeyId }) => masterKeyId !== undefined && masterKeyId !== inUse?.fingerprint)
      .map(({ name }) => name),
  }
}

/** Returns the rotations of data keys that do not move on although servers give signs of life. */
export async function readStalled({
  db,
  clock,
}: {
  readonly db: Pick<ProgressNeeds['db'], 'reader'>
  readonly clock: ProgressNeeds['clock']
}): Promise<StalledRotation | undefined> {
  const nowMs = clock.now()
  const servedSince = await findServedSince(db.reader, nowMs)
  return findStalled(await listRotations(db.reader), { servedSince, nowMs })
}

async function findServedSince(db: Reader, nowMs: number): Promise<number | undefined> {
  const living = (await listNodes(db)).filter((node) => nodeState(node, nowMs) !== 'silent')
  return living.length === 0 ? undefined : Math.min(...living.map(({ startedAt }) => startedAt))
}

async function findUnfinished(
  config: ProgressNeeds['config'],
  belongsTo: string | undefined,
): Promise<string | undefined> {
  if (sourceKindOf(config) === 'command') return undefined
  const offered = await readOfferedKeys(config)
  return unfinishedChange(offered, chooseMasterKey(offered, belongsTo))
}
