// Reads one verification with its trace and review. Personal data is decrypted only by `openPersonalDetails`, on a
// separate request.

import type { Appliance } from '../../appliance.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isId } from '../../kernel/ids.ts'
import type { DocumentReadings } from '../../providers/provider.ts'
import { readingsOfStoredAnswer } from '../../providers/provider-registry.ts'
import { type ReviewHistory, readHistory } from '../../reviews/review-view.ts'
import { openEncryptedColumns } from '../../verifications/open-verification.ts'
import { findProviderName } from '../../verifications/provider-job-view.ts'
import type { Claims, Verification } from '../../verifications/verification.ts'
import { findVerification } from '../../verifications/verification-view.ts'
import { type ClaimComparison, compareClaims } from './claim-comparison.ts'
import { readTrace, type VerificationTrace } from './verification-trace-view.ts'

export type VerificationDetailNeeds = Pick<Appliance, 'db' | 'keyring'> &
  Partial<Pick<Appliance, 'providerKinds'>>

export interface OpenVerification {
  readonly verification: Verification
  readonly trace: VerificationTrace
  readonly review: ReviewHistory | undefined
}

/** @throws AppError `not_found` */
export async function findVerificationDetail(
  { db }: Pick<VerificationDetailNeeds, 'db'>,
  id: string,
): Promise<Verification> {
  const verification = isId('ver', id) ? await findVerification(db.reader, id) : undefined
  if (verification) return verification
  throw new AppError('not_found', 'No verification has this id.')
}

/** @throws AppError `not_found` */
export async function readVerificationDetail(
  needs: VerificationDetailNeeds,
  id: string,
): Promise<OpenVerification> {
  const { reader } = needs.db
  const verification = await findVerificationDetail(needs, id)
  return {
    verification,
    trace: await readTrace(reader, id),
    review: await readHistory(reader, id),
  }
}

export interface PersonalDetails {
  readonly claims: Claims
  readonly readings: DocumentReadings
  /** The provider's answer, unchanged; undefined while there is none. */
  readonly answer: unknown
  readonly comparison: ClaimComparison
}

/** Returns undefined when the data has been erased or cannot be decrypted. */
export async function openPersonalDetails(
  needs: VerificationDetailNeeds,
  id: string,
): Promise<PersonalDetails | undefined> {
  const decrypted = await openEncryptedColumns(needs, id)
  if (decrypted === undefined) return undefined
  const { claims, answer } = decrypted
  const provider = await findProviderName(needs.db.reader, id)
  const readings = readingsOfStoredAnswer(provider, answer, needs.providerKinds)
  return { claims, readings, answer, comparison: compareClaims(claims, readings) }
}
