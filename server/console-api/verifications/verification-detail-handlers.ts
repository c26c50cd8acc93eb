// The console routes for one verification and for its personal data. Every access to either is recorded.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import {
  findVerificationDetail,
  openPersonalDetails,
  readVerificationDetail,
  type VerificationDetailNeeds,
} from './read-verification-detail.ts'
import type { AccessRecorder } from './record-accesses.ts'
import { requireAccess } from './require-access.ts'
import { personalDetailsJson, verificationScreenJson } from './verification-detail-json.ts'

export interface VerificationScreenNeeds
  extends VerificationDetailNeeds,
    Pick<Appliance, 'clock' | 'scoringReference'> {
  readonly accesses: AccessRecorder
}

export const verificationDetailHandlers = {
  show,
  reveal,
}

async function show(needs: VerificationScreenNeeds, request: ConsoleRequest): Promise<Answer> {
  const id = request.param('id')
  await findVerificationDetail(needs, id)
  await needs.accesses.record({ ...accessOf(request, id), action: 'verification.viewed' })
  return {
    status: 200,
    data: verificationScreenJson(needs, await readVerificationDetail(needs, id)),
  }
}

async function reveal(needs: VerificationScreenNeeds, request: ConsoleRequest): Promise<Answer> {
  const given = await request.json()
  const id = request.param('id')
  await findVerificationDetail(needs, id)
  const details = await requireAccess(needs, request, id, given)
  const action = 'verification.personal_details_viewed'
  await needs.accesses.record({ ...accessOf(request, id), action, details })
  const personalDetails = await openPersonalDetails(needs, id)
  if (personalDetails === undefined) throw erased()
  return { status: 200, data: personalDetailsJson(personalDetails) }
}

export function accessOf(request: ConsoleRequest, verificationId: string) {
  return { by: originOfUser(request), sessionId: request.signedIn.session.id, verificationId }
}

/** Also used when the data cannot be decrypted, which is the same for the user. */
export function erased(): AppError {
  return new AppError('not_found', 'The personal data of this verification has been erased.')
}
