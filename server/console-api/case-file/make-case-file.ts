// Makes the case file of one verification: a PDF with everything that is known of it. Its digest goes to the
// audit log, so that a file that turns up later can be told from one that was altered.

import { createHash } from 'node:crypto'
import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ShowNeeds, showPicture } from '../../evidence/show-picture.ts'
import type { Clock } from '../../kernel/clock.ts'
import { openNotes } from '../../reviews/review-work.ts'
import { tryOpenDataKey } from '../../verifications/open-case.ts'
import type { LookReason } from '../look-reason.ts'
import { type CaseNeeds, type OpenedCase, openPersonalDetails, readCase } from '../read-case.ts'
import { caseFilePages } from './case-file-pages.ts'
import type { DocumentLanguage } from './language.ts'
import { printPdf } from './print-pdf.ts'

export interface CaseFileNeeds extends CaseNeeds, ShowNeeds {
  readonly db: CaseNeeds['db']
  readonly clock: Clock
}

export interface AskedCaseFile {
  readonly id: string
  readonly by: AuditOrigin
  /** Why it is taken. */
  readonly reason: LookReason
  readonly language: DocumentLanguage
  /** Name of who asks, for the foot of each page. */
  readonly madeBy: string
  readonly signal: AbortSignal
}

/** @throws AppError `not_found`, `unavailable`; the signal's reason */
export async function makeCaseFile(
  needs: CaseFileNeeds,
  { id, by, reason, language, madeBy, signal }: AskedCaseFile,
): Promise<{ readonly pdf: Buffer; readonly sha256: string }> {
  const opened = await readCase(needs, id)
  const pages = caseFilePages({
    language,
    purpose: reason,
    requestId: by.requestId ?? '',
    opened,
    person: await openPersonalDetails(needs, id),
    pictures: await openPictures(needs, opened, signal),
    notes: await openNotes(needs, id, opened.review?.entries ?? []),
    madeAt: needs.clock.now(),
    madeBy,
  })
  const pdf = await printPdf(pages)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const subject = { kind: 'verification', id } as const
  const details = { format: 'pdf', language, personal: true, hash: sha256, reason }
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'verification.exported', subject, details }),
  )
  return { pdf, sha256 }
}

async function openPictures(
  needs: CaseFileNeeds,
  { verification: { id: verificationId }, trace }: OpenedCase,
  signal: AbortSignal,
) {
  const dataKey = await tryOpenDataKey(needs, needs.db.reader, verificationId)
  const pictures: { readonly role: string; readonly jpeg: Buffer }[] = []
  for (const { role } of dataKey ? trace.pictures : []) {
    if (dataKey === undefined) break
    const asked = { verificationId, role, size: 'preview', dataKey, signal } as const
    const jpeg = await showPicture(needs, asked)
    if (jpeg) pictures.push({ role, jpeg })
  }
  return pictures
}
