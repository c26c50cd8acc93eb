// Settles a suspicion of the provider that rests on faces alone. Each verification is a new user there, so it suspects
// every customer who is verified again.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { areSameNumber } from '../../matching/compare-numbers.ts'
import type { DocumentReadings, ProviderVerdict } from '../../providers/provider.ts'
import { readingsOfStoredAnswer } from '../../providers/provider-registry.ts'
import { openEncryptedColumns } from '../open-verification.ts'
import type { Verification } from '../verification.ts'
import { findVerification } from '../verification-view.ts'
import { isOurUserId } from './provider-ids.ts'
import { findProviderJobByUserId } from './provider-job-view.ts'

type SuspicionNeeds = Parameters<typeof openEncryptedColumns>[0]

type SubmittedDocument = Pick<Verification, 'environment' | 'country'>

/**
 * Returns the verdict without the suspicion if a document number was read now, and all users with this face come from
 * verifications in which the same was read, or claimed where nothing was read. Otherwise returns the verdict as it is:
 * also once one of them is erased.
 */
export async function settleSuspicion(
  needs: SuspicionNeeds,
  submitted: SubmittedDocument,
  verdict: ProviderVerdict,
): Promise<ProviderVerdict> {
  const { unlessKnown, readings } = verdict
  const numbers = numbersIn(readings)
  if (unlessKnown === undefined || numbers.length === 0) return verdict
  for (const user of new Set(unlessKnown.users)) {
    // Its stored answer may have megabytes, and there may be a hundred users.
    await turnOfTheLoop()
    const earlier = await numbersOfUser(needs, submitted, user)
    const isSame = earlier.some((one) => numbers.some((other) => areSameNumber(one, other)))
    if (!isSame) return verdict
  }
  return { ...verdict, outcome: unlessKnown.outcome, reasons: unlessKnown.reasons }
}

/** Returns none for a user whom nothing here is known of. */
async function numbersOfUser(
  needs: SuspicionNeeds,
  { environment, country }: SubmittedDocument,
  user: string,
): Promise<readonly string[]> {
  const { reader } = needs.db
  const job = isOurUserId(user) ? await findProviderJobByUserId(reader, user) : undefined
  if (job === undefined) return []
  const verification = await findVerification(reader, job.verificationId)
  if (verification?.environment !== environment || verification.country !== country) return []
  const opened = await openEncryptedColumns(needs, verification.id)
  if (opened === undefined) return []
  const read = numbersIn(readingsOfStoredAnswer(job.provider, opened.answer))
  return read.length > 0 ? read : [opened.claims.idNumber ?? []].flat()
}

function numbersIn({ idNumber, otherIdNumber }: DocumentReadings): readonly string[] {
  return [idNumber, otherIdNumber].filter((number) => number !== undefined)
}
