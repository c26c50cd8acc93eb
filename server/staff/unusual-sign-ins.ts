// Tells an owner of a sign-in from a network or with a kind of browser that the account was not signed in from of
// late (ASVS 5.0 6.3.5). Judged and remembered in the transaction that signs in.

import type { AuditDetails } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { noteOnAccount } from './account-notices.ts'
import { deleteKnownPlaces, keepKnownPlace, listKnownPlaces } from './known-place-store.ts'
import { findMember } from './member-store.ts'
import {
  placeOf,
  placesKeptMax,
  placesKnownMs,
  placeTraits,
  strangeTraits,
} from './sign-in-place.ts'
import { originOf, type StaffNeeds, type Visitor } from './visitor.ts'

/**
 * To be called by every sign-in that is complete, before its session is opened: that notes the time.
 * @returns what the audit log says of it: nothing of a usual one
 */
export async function judgePlace(
  needs: Pick<StaffNeeds, 'clock'>,
  trx: Trx,
  visitor: Visitor,
  memberId: string,
): Promise<Pick<AuditDetails, 'unusual'>> {
  const at = needs.clock.now()
  const since = at - placesKnownMs
  const lastAt = (await findMember(trx, memberId))?.lastSignedInAt
  const known = await listKnownPlaces(trx, { userId: memberId, since })
  const place = placeOf(visitor)
  const strange = strangeTraits(place, known)
  for (const trait of placeTraits) {
    const others = known.filter((one) => one.trait === trait && one.value !== place[trait])
    await deleteKnownPlaces(trx, memberId, others.slice(placesKeptMax - 1))
    await keepKnownPlace(trx, memberId, { trait, value: place[trait], lastAt: at })
  }
  const isFirst = lastAt === undefined
  // Signed in to under a release that did not remember where from: it begins now.
  const isForgotten = known.length === 0 && lastAt !== undefined && lastAt >= since
  if (strange.length === 0 || isFirst || isForgotten) return {}
  await noteOnAccount(needs, trx, originOf(visitor, memberId), {
    userId: memberId,
    kind: 'unusual_sign_in',
    browser: visitor.browser,
  })
  return { unusual: [...strange] }
}
