// Notifies users of sign-ins from a network or browser they have not recently used (ASVS 5.0 6.3.5). Runs in the
// transaction of the sign-in.

import type { AuditDetails } from '../../audit/audit-details.ts'
import type { Trx } from '../../db/transaction.ts'
import { addAccountNotice } from '../notices/account-notices.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import { findUser } from '../user-store.ts'
import { deleteKnownPlaces, keepKnownPlace, listKnownPlaces } from './known-place-store.ts'
import {
  placeOf,
  placesKeptMax,
  placesKnownMs,
  placeTraits,
  unknownTraits,
} from './sign-in-place.ts'

/**
 * Compares the place of a completed sign-in with the user's known places, stores it, and adds a notice if it is
 * unusual. Must run before the session is opened, which sets the time of the last sign-in.
 * @returns details for the audit entry; empty for a usual place
 */
export async function recordSignInPlace(
  needs: Pick<UserNeeds, 'clock'>,
  trx: Trx,
  requestOrigin: RequestOrigin,
  userId: string,
): Promise<Pick<AuditDetails, 'unusual'>> {
  const at = needs.clock.now()
  const since = at - placesKnownMs
  const lastAt = (await findUser(trx, userId))?.lastSignedInAt
  const known = await listKnownPlaces(trx, { userId, since })
  const place = placeOf(requestOrigin)
  const unknown = unknownTraits(place, known)
  for (const trait of placeTraits) {
    const others = known.filter((one) => one.trait === trait && one.value !== place[trait])
    await deleteKnownPlaces(trx, userId, others.slice(placesKeptMax - 1))
    await keepKnownPlace(trx, userId, { trait, value: place[trait], lastAt: at })
  }
  const isFirst = lastAt === undefined
  // The last sign-in was under a release that did not store places: they are known from now on.
  const isForgotten = known.length === 0 && lastAt !== undefined && lastAt >= since
  if (unknown.length === 0 || isFirst || isForgotten) return {}
  await addAccountNotice(needs, trx, originOf(requestOrigin, userId), {
    userId,
    kind: 'unusual_sign_in',
    browser: requestOrigin.browser,
  })
  return { unusual: [...unknown] }
}
