// Reads one verification with its trace and review. Personal data is decrypted only by `openPersonalDetails`, on a
// separate request.

import type { Appliance } from '../../appliance.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isId } from '../../kernel/ids.ts'
import { readingsOfStoredAnswer } from '../../providers/provider-registry.ts'
import { readHistory } from '../../reviews/review-view.ts'
import { readableEnvironments } from '../../users/readable-environments.ts'
import { roleMay } from '../../users/role.ts'
import { openEncryptedColumns } from '../../verifications/open-verification.ts'
import { findProviderName } from '../../verifications/provider-job/provider-job-view.ts'
import type { Verification } from '../../verifications/verification.ts'
import { findVerification } from '../../verifications/verification-view.ts'
import { findZonePlace } from '../../verifications/zone/find-zone-place.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { compareClaims } from './claim-comparison.ts'
import type { OpenVerification, PersonalDetails } from './verification-detail.ts'
import { readTrace } from './verification-trace-view.ts'

export type VerificationDetailNeeds = Pick<Appliance, 'db' | 'keyring'> &
  Partial<Pick<Appliance, 'providerKinds'>>

/** Finds the verification in the path of a request. @throws AppError `not_found` */
export function findVerificationDetail(
  needs: Pick<VerificationDetailNeeds, 'db'>,
  request: Pick<ConsoleRequest, 'param' | 'signedIn'>,
): Promise<Verification> {
  return requireVerification(needs, request, request.param('id'))
}

/** To a user whose role sees only the sandbox, a live one does not exist. @throws AppError `not_found` */
export async function requireVerification(
  { db }: Pick<VerificationDetailNeeds, 'db'>,
  { signedIn }: Pick<ConsoleRequest, 'signedIn'>,
  id: string,
): Promise<Verification> {
  const verification = isId('ver', id) ? await findVerification(db.reader, id) : undefined
  const seen = readableEnvironments((one) => roleMay(signedIn.user.role, one))
  if (verification && seen.includes(verification.environment)) return verification
  throw new AppError('not_found', 'No verification has this id.')
}

/** @param verification which the user may see: see `requireVerification` */
export async function readVerificationDetail(
  { db }: VerificationDetailNeeds,
  verification: Verification,
): Promise<OpenVerification> {
  const { id } = verification
  const { reader } = db
  const place = await findZonePlace({ db }, verification)
  return {
    verification,
    trace: await readTrace(reader, id),
    review: await readHistory(reader, id),
    portrait: place?.portrait,
  }
}

/** Returns undefined when the data has been erased or cannot be decrypted. */
export async function openPersonalDetails(
  needs: VerificationDetailNeeds,
  id: string,
): Promise<PersonalDetails | undefined> {
  const decrypted = await openEncryptedColumns(needs, id)
  if (decrypted === undefined) return undefined
  const { claims, answer, zone, faces, late } = decrypted
  const provider = await findProviderName(needs.db.reader, id)
  const readings = readingsOfStoredAnswer(provider, answer, needs.providerKinds)
  const comparison = compareClaims(claims, readings)
  return { claims, readings, answer, comparison, zone, faces, later: late?.results }
}
