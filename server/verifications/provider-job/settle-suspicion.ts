// Settles a suspicion of the provider that rests on faces alone. Each verification is a new user there, so it suspects
// every customer who is verified again.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Appliance } from '../../appliance.ts'
import { areSameNumber } from '../../matching/compare-numbers.ts'
import type { DocumentReadings, ProviderVerdict } from '../../providers/provider.ts'
import {
  readingsOfStoredAnswer,
  suspicionOfStoredAnswer,
} from '../../providers/provider-registry.ts'
import { openEncryptedColumns } from '../open-verification.ts'
import type { Verification } from '../verification.ts'
import { findVerification } from '../verification-view.ts'
import { isClearedByReview } from './cleared-by-review-view.ts'
import { isOurUserId } from './provider-ids.ts'
import { findProviderJobByUserId } from './provider-job-view.ts'

type SuspicionNeeds = Parameters<typeof openEncryptedColumns>[0] & Pick<Appliance, 'providerKinds'>

type SubmittedDocument = Pick<Verification, 'environment' | 'country'>

/**
 * Returns the verdict without the suspicion if a document number was read now, and all users with this face come from
 * verifications in which the same was read, or claimed where nothing was read, or which a review joined to those.
 * Otherwise returns the verdict as it is: also once one of them is erased.
 */
export async function settleSuspicion(
  needs: SuspicionNeeds,
  submitted: SubmittedDocument,
  verdict: ProviderVerdict,
): Promise<ProviderVerdict> {
  const { unlessKnown, readings } = verdict
  if (unlessKnown === undefined) return verdict
  const { users, outcome, reasons } = unlessKnown
  const isKnown = await areKnownUsers(needs, submitted, { readings, users })
  return isKnown ? { ...verdict, outcome, reasons } : verdict
}

/**
 * Whether all users with this face are the customer whose document was read: by its number, or because a review of one
 * whose number it is, or of theirs, found that both are the same customer.
 */
export async function areKnownUsers(
  needs: SuspicionNeeds,
  submitted: SubmittedDocument,
  { readings, users }: { readonly readings: DocumentReadings; readonly users: readonly string[] },
): Promise<boolean> {
  const numbers = numbersIn(readings)
  if (numbers.length === 0) return false
  let unknown: readonly EarlierUser[] = await readUsers(needs, submitted, users)
  let found: readonly EarlierUser[] = [{ user: undefined, numbers, cleared: [] }]
  // Whoever is known makes others known: by a number, or by a review. Each round finds one, or is the last.
  while (found.length > 0) {
    const isFound = (one: EarlierUser) => found.some((other) => areSameCustomer(one, other))
    const next = unknown.filter(isFound)
    unknown = unknown.filter((one) => !isFound(one))
    found = next
  }
  return unknown.length === 0
}

function areSameCustomer(one: EarlierUser, other: EarlierUser): boolean {
  return (
    one.numbers.some((number) => other.numbers.some((same) => areSameNumber(number, same))) ||
    (one.user !== undefined && other.cleared.includes(one.user)) ||
    (other.user !== undefined && one.cleared.includes(other.user))
  )
}

interface EarlierUser {
  /** undefined for the customer who is verified now. */
  readonly user: string | undefined
  readonly numbers: readonly string[]
  /** The users of whom a review of this one's verification found that they are the same customer. */
  readonly cleared: readonly string[]
}

async function readUsers(
  needs: SuspicionNeeds,
  submitted: SubmittedDocument,
  users: readonly string[],
): Promise<readonly EarlierUser[]> {
  const read: EarlierUser[] = []
  for (const user of new Set(users)) {
    // Its stored answer may have megabytes, and there may be a hundred users.
    await turnOfTheLoop()
    read.push(await readUser(needs, submitted, user))
  }
  return read
}

/** Returns nothing for a user whom nothing here is known of. */
async function readUser(
  needs: SuspicionNeeds,
  { environment, country }: SubmittedDocument,
  user: string,
): Promise<EarlierUser> {
  const { reader } = needs.db
  const unknownUser: EarlierUser = { user, numbers: [], cleared: [] }
  const job = isOurUserId(user) ? await findProviderJobByUserId(reader, user) : undefined
  if (job === undefined) return unknownUser
  const verification = await findVerification(reader, job.verificationId)
  if (verification?.environment !== environment || verification.country !== country)
    return unknownUser
  const opened = await openEncryptedColumns(needs, verification.id)
  if (opened === undefined) return unknownUser
  const read = numbersIn(readingsOfStoredAnswer(job.provider, opened.answer, needs.providerKinds))
  const numbers = read.length > 0 ? read : [opened.claims.idNumber ?? []].flat()
  if (!(await isClearedByReview(reader, verification))) return { user, numbers, cleared: [] }
  // Of a report that is not judged yet its review knew nothing.
  const later = (opened.late?.results ?? []).filter(({ outcome }) => outcome !== undefined)
  const answers = [opened.answer, ...later.map(({ answer }) => answer)]
  const cleared = answers.flatMap(
    (answer) => suspicionOfStoredAnswer(job.provider, answer, needs.providerKinds)?.users ?? [],
  )
  return { user, numbers, cleared }
}

function numbersIn({ idNumber, otherIdNumber }: DocumentReadings): readonly string[] {
  return [idNumber, otherIdNumber].filter((number) => number !== undefined)
}
