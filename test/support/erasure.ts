// What the tests of retention and erasure share: orders, traces on disk, and a verification of a client whose
// relationship has ended.

import { readFileSync } from 'node:fs'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { type ErasureOrder, eraseVerification } from '../../server/erasure/erase-verification.ts'
import { finishErasures } from '../../server/erasure/finish-erasures.ts'
import { keptFiles } from './kept-files.ts'
import type { RunningAppliance } from './running-appliance.ts'

export const dayMs = 86_400_000
export const yearMs = 366 * dayMs

type App = Pick<RunningAppliance, 'appliance'>

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
