// The console routes for one verification and for its personal data. Every access to either is recorded.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findQualityCheckFor } from '../../reviews/quality/quality-blind-view.ts'
import { qualityCheckJson } from '../../reviews/quality/quality-check-json.ts'
import type { Verification } from '../../verifications/verification.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { findHiddenDecisions } from '../hidden-decisions.ts'
import {
  findVerificationDetail,
  openPersonalDetails,
  readVerificationDetail,
  type VerificationDetailNeeds,
} from './read-verification-detail.ts'
import type { AccessRecorder } from './record-accesses.ts'
import { requireAccess } from './require-access.ts'
import type { OpenVerification } from './verification-detail.ts'
import {
  personalDetailsJson,
  type VerificationScreenJson,
  verificationScreenJson,
} from './verification-detail-json.ts'

export interface VerificationScreenNeeds extends VerificationDetailNeeds, Pick<Appliance, 'clock'> {
  readonly accesses: AccessRecorder
}

export const verificationDetailHandlers = {
  show,
  reveal,
}

async function show(needs: VerificationScreenNeeds, request: ConsoleRequest): Promise<Answer> {
  const verification = await findVerificationDetail(needs, request)
  return { status: 200, data: await openScreen(needs, request, verification) }
}

/** What the page of a verification shows. The access is recorded first. */
export async function openScreen(
  needs: VerificationScreenNeeds,
  request: ConsoleRequest,
  verification: Verification,
): Promise<VerificationScreenJson> {
  const { id } = verification
  await needs.accesses.record({ ...accessOf(request, id), action: 'verification.viewed' })
  const opened = await readVerificationDetail(needs, verification)
  const { user } = request.signedIn
  const isHidden = (await findHiddenDecisions(needs, request, [id])).size > 0
  const nowMs = needs.clock.now()
  const check = isHidden
    ? await findQualityCheckFor(needs.db.reader, id, { userId: user.id, nowMs })
    : undefined
  const quality = check && qualityCheckJson(check, user.id, nowMs)
  return verificationScreenJson(needs, isHidden ? withoutWork(opened, user.id) : opened, quality)
}

/** Leaves out what others did on the review: a quality check is made without it. */
function withoutWork(opened: OpenVerification, userId: string): OpenVerification {
  const { trace, review } = opened
  const accesses = trace.accesses.filter((one) => one.userId === userId)
  return {
    ...opened,
    trace: { ...trace, accesses },
    review: review && { ...review, entries: [] },
  }
}

async function reveal(needs: VerificationScreenNeeds, request: ConsoleRequest): Promise<Answer> {
  const given = await request.json()
  const verification = await findVerificationDetail(needs, request)
  const { id } = verification
  const details = await requireAccess(needs, request, verification, given)
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
