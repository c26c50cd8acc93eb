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
import { type DecryptedColumns, openEncryptedColumns } from '../open-verification.ts'
import type { Verification } from '../verification.ts'
import { findVerification } from '../verification-view.ts'
import { isOurUserId } from './provider-ids.ts'
import { findProviderJobByUserId } from './provider-job-view.ts'
import { findReviewStatement } from './review-statement-view.ts'

type SuspicionNeeds = Parameters<typeof openEncryptedColumns>[0] & Pick<Appliance, 'providerKinds'>

type SubmittedDocument = Pick<Verification, 'environment' | 'country'>

/**
 * Returns the verdict without the suspicion if a document number was read now, and all users with this face come from
 * verifications in which the same was read, or claimed where nothing was read, or which a review joined to those, or
 * told from them as those of a lookalike. Otherwise returns the verdict as it is: also once one of them is erased.
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
 * Whether all users with this face are the customer whose document was read, or people of whom it is known that they
 * look like that customer.
 */
export async function areKnownUsers(
  needs: SuspicionNeeds,
  submitted: SubmittedDocument,
  { readings, users }: { readonly readings: DocumentReadings; readonly users: readonly string[] },
): Promise<boolean> {
  const numbers = numbersIn(readings)
  if (numbers.length === 0) return false
  const earlier = await readUsers(needs, submitted, users)
  const now: EarlierUser = { user: undefined, numbers, same: [], lookalikes: [] }
  const customer = joinedTo([now], earlier)
  const others = earlier.filter((one) => !customer.includes(one))
  const alike = others.filter((one) => customer.some((other) => areLookalikes(one, other)))
  const explained = joinedTo(alike, others)
  return others.every((one) => explained.includes(one))
}

/** Returns `some`, and whoever of `all` is the same customer as one of them, also by way of others. */
function joinedTo(
  some: readonly EarlierUser[],
  all: readonly EarlierUser[],
): readonly EarlierUser[] {
  const joined = [...some]
  // The list grows while it is read: whoever is known makes others known.
  for (const known of joined) {
    joined.push(...all.filter((one) => !joined.includes(one) && areSameCustomer(one, known)))
  }
  return joined
}

/** By the number, or because a review of one of both found it. */
function areSameCustomer(one: EarlierUser, other: EarlierUser): boolean {
  return (
    one.numbers.some((number) => other.numbers.some((same) => areSameNumber(number, same))) ||
    names(one.same, other) ||
    names(other.same, one)
  )
}

function areLookalikes(one: EarlierUser, other: EarlierUser): boolean {
  return names(one.lookalikes, other) || names(other.lookalikes, one)
}

function names(users: readonly string[], { user }: EarlierUser): boolean {
  return user !== undefined && users.includes(user)
}

interface EarlierUser {
  /** undefined for the customer who is verified now. */
  readonly user: string | undefined
  readonly numbers: readonly string[]
  /** The users of whom a review of this one's verification found that they are the same customer. */
  readonly same: readonly string[]
  /** Those of whom it found that they are others who look alike. */
  readonly lookalikes: readonly string[]
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
  const unknownUser: EarlierUser = { user, numbers: [], same: [], lookalikes: [] }
  const job = isOurUserId(user) ? await findProviderJobByUserId(reader, user) : undefined
  if (job === undefined) return unknownUser
  const verification = await findVerification(reader, job.verificationId)
  if (verification?.environment !== environment || verification.country !== country)
    return unknownUser
  const opened = await openEncryptedColumns(needs, verification.id)
  if (opened === undefined) return unknownUser
  const read = numbersIn(readingsOfStoredAnswer(job.provider, opened.answer, needs.providerKinds))
  const numbers = read.length > 0 ? read : [opened.claims.idNumber ?? []].flat()
  const statement = await findReviewStatement(reader, verification)
  const suspected = statement === undefined ? [] : suspectedUsers(needs, job.provider, opened)
  return {
    user,
    numbers,
    same: statement === 'same_person' ? suspected : [],
    lookalikes: statement === 'lookalike' ? suspected : [],
  }
}

/** Returns the users whom the provider named, to whoever reviewed the verification. */
function suspectedUsers(
  { providerKinds }: SuspicionNeeds,
  decidedBy: string,
  { answer, late }: Pick<DecryptedColumns, 'answer' | 'late'>,
): readonly string[] {
  // Of a report that is not judged yet its review knew nothing.
  const later = (late?.results ?? []).filter(({ outcome }) => outcome !== undefined)
  return [{ provider: decidedBy, answer }, ...later].flatMap(
    ({ provider = decidedBy, answer }) =>
      suspicionOfStoredAnswer(provider, answer, providerKinds)?.users ?? [],
  )
}

function numbersIn({ idNumber, otherIdNumber }: DocumentReadings): readonly string[] {
  return [idNumber, otherIdNumber].filter((number) => number !== undefined)
}
