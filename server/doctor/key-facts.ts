// Facts about rotation and escrow of keys, for the checks.

import { readMasterKeys } from '../data-keys/known-master-keys.ts'
import type { StalledRotation } from '../operations/encryption-keys/key-rotation.ts'
import { readRunningRotations } from '../operations/encryption-keys/read-encryption-state.ts'
import { readStalled } from '../operations/encryption-keys/read-key-progress.ts'
import type { TablesScene } from './doctor-scene.ts'

export interface RotationFacts {
  /** Since when a rotation is under way that a server can end; undefined if none is. */
  readonly runningSince: number | undefined
  readonly stalled: StalledRotation | undefined
}

export interface EscrowFacts {
  /** When an operator last proved that the master key can be restored; undefined if never. */
  readonly confirmedAt: number | undefined
}

export async function readRotationFacts({ db, clock }: TablesScene): Promise<RotationFacts> {
  const starts = (await readRunningRotations(db.reader)).map(({ startedAt }) => startedAt)
  return {
    runningSince: starts.length === 0 ? undefined : Math.min(...starts),
    stalled: await readStalled({ db, clock }),
  }
}

export async function readEscrowFacts({ db }: TablesScene): Promise<EscrowFacts> {
  const inUse = (await readMasterKeys(db.reader)).find(({ replacedAt }) => replacedAt === undefined)
  return { confirmedAt: inUse?.escrowConfirmedAt }
}
