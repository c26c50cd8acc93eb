// Decides which first decisions a user does not see, because they may be asked to check them.

import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { listHiddenAmong } from '../reviews/quality/quality-blind-view.ts'
import { roleMay } from '../users/role.ts'
import type { ConsoleRequest } from './console-route.ts'

interface HiddenNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly clock: Clock
}

/** Returns those of the verifications whose review's decision, history and people are hidden from the user. */
export async function findHiddenDecisions(
  { db, clock }: HiddenNeeds,
  { signedIn: { user } }: Pick<ConsoleRequest, 'signedIn'>,
  verificationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!roleMay(user.role, 'reviews.work')) return new Set()
  const viewer = { userId: user.id, nowMs: clock.now() }
  return listHiddenAmong(db.reader, verificationIds, viewer)
}
