// Makes the case file of one verification: a PDF with all its data. The audit log records the digest of the file, so
// that an altered copy can be recognised later.

import { createHash } from 'node:crypto'
import type { AuditOrigin } from '../../../audit/audit.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import { tryOpenDataKey } from '../../../data-keys/open-data-key.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type ShowNeeds, showImage } from '../../../images/show-image.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { openNotes } from '../../../reviews/review-work.ts'
import { assertStillMay } from '../../../users/assert-still-may.ts'
import { assertNotErased } from '../../../verifications/erasure/erased.ts'
import type { Verification } from '../../../verifications/verification.ts'
import type { DocumentLanguage } from '../../printing/language.ts'
import type { Print } from '../../printing/print-in-thread.ts'
import type { AccessReason } from '../access-reason.ts'
import {
  openPersonalDetails,
  readVerificationDetail,
  type VerificationDetailNeeds,
} from '../read-verification-detail.ts'
import type { OpenVerification } from '../verification-detail.ts'
import type { CaseFile } from './case-file.ts'

export interface CaseFileNeeds extends VerificationDetailNeeds, ShowNeeds {
  readonly db: VerificationDetailNeeds['db']
  readonly clock: Clock
  readonly printCaseFile: Print<CaseFile>
}

interface CaseFileRequest {
  readonly verification: Verification
  readonly by: AuditOrigin
  readonly reason: AccessReason
  readonly language: DocumentLanguage
  /** Name of the user, for the footer of each page. */
  readonly madeBy: string
  readonly signal: AbortSignal
}

/**
 * @throws AppError `unavailable`; `not_found` if it was erased meanwhile; `unauthenticated`, `missing_permission` if
 * the user lost the right; the signal's reason
 */
export async function makeCaseFile(
  needs: CaseFileNeeds,
  { verification, by, reason, language, madeBy, signal }: CaseFileRequest,
): Promise<{ readonly pdf: Buffer; readonly sha256: string }> {
  const { id } = verification
  const opened = await readVerificationDetail(needs, verification)
  const file = {
    language,
    purpose: reason,
    requestId: by.requestId ?? '',
    opened,
    person: await openPersonalDetails(needs, id),
    images: await openCaseFileImages(needs, opened, signal),
    notes: await openNotes(needs, id, opened.review?.entries ?? []),
    madeAt: needs.clock.now(),
    madeBy,
  }
  const pdf = await needs.printCaseFile(file, signal)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const subject = { kind: 'verification', id } as const
  const details = { format: 'pdf', language, personal: true, hash: sha256, reason }
  await inTransaction(needs.db, async (trx) => {
    // Printing may wait for others: nothing is exported that was erased meanwhile, nor to whom lost the right.
    await assertStillMay(trx, by, 'verifications.case_file')
    if (file.person !== undefined) await assertNotErased(trx, id)
    await recordAudit(needs, trx, { by, action: 'verification.exported', subject, details })
  })
  return { pdf, sha256 }
}

async function openCaseFileImages(
  needs: CaseFileNeeds,
  { verification: { id: verificationId, idType }, trace }: OpenVerification,
  signal: AbortSignal,
) {
  const dataKey = await tryOpenDataKey(needs, needs.db.reader, verificationId)
  const images: { readonly role: string; readonly jpeg: Buffer }[] = []
  for (const { role } of dataKey ? trace.images : []) {
    if (dataKey === undefined) break
    const wanted = { verificationId, role, size: 'preview', idType, dataKey, signal } as const
    const jpeg = await showImage(needs, wanted)
    if (jpeg) images.push({ role, jpeg })
  }
  return images
}
