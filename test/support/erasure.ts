// What the tests of retention and erasure share: orders, traces on disk, and a verification of a client whose
// relationship has ended.

import { readFileSync } from 'node:fs'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { type ErasureOrder, eraseVerification } from '../../server/erasure/erase-verification.ts'
import { finishErasures } from '../../server/erasure/finish-erasures.ts'
import { endRelationship } from '../../server/erasure/hold-verification.ts'
import { keptFiles } from './kept-files.ts'
import type { RunningAppliance } from './running-appliance.ts'

export const dayMs = 86_400_000
export const yearMs = 366 * dayMs

type App = Pick<RunningAppliance, 'appliance'>
type Aging = Pick<RunningAppliance, 'appliance' | 'clock'>

/** Ends the relationship with the client, and lets every period of retention go by. */
export async function outliveRetention(
  { appliance, clock }: Aging,
  verificationId: string,
): Promise<void> {
  const endedAt = clock.now()
  await endRelationship(appliance, fromCommandLine, { verificationId, endedAt })
  clock.advance(11 * yearMs)
}

/** Approves a stored verification, and erases it once its periods are over; its files are removed later. */
export async function eraseByPeriod(app: Aging, verificationId: string): Promise<void> {
  const { appliance, clock } = app
  const completed = { status: 'approved', completed_at: clock.now() } as const
  await inTransaction(appliance.db, (trx) =>
    trx.updateTable('verifications').set(completed).where('id', '=', verificationId).execute(),
  )
  await outliveRetention(app, verificationId)
  const order = { verificationId, reason: 'period_over' } as const
  await inTransaction(appliance.db, (trx) =>
    eraseVerification(appliance, trx, fromCommandLine, order),
  )
}

/** Erases it as the command does. */
export async function eraseNow(
  { appliance }: App,
  verificationId: string,
  more: Partial<ErasureOrder> = {},
) {
  const order = { verificationId, reason: 'subject_request', ...more } as const
  const entry = await inTransaction(appliance.db, (trx) =>
    eraseVerification(appliance, trx, fromCommandLine, order),
  )
  await finishErasures(appliance)
  return entry
}

/** Every file below the folder of the appliance, the write-ahead log included. */
export function filesOf({ appliance }: App): ReadonlyMap<string, Buffer> {
  return new Map(keptFiles(appliance.config.dataDir).map((file) => [file, readFileSync(file)]))
}

/** Returns the files that contain one of these. */
export function filesWith(app: App, planted: readonly (string | Buffer)[]): readonly string[] {
  return [...filesOf(app)].flatMap(([file, bytes]) =>
    planted.some((one) => bytes.includes(one)) ? [file] : [],
  )
}
