// Records what became of an export of a person's data: to whom it was handed over, and that its folder is deleted. The
// product cannot see either; it reminds until somebody states it.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import {
  findExport,
  type SubjectExport,
  setDeleted,
  setHandedOver,
} from './subject-export-store.ts'

interface NoteNeeds extends AuditNeeds {
  readonly db: Pick<Db, 'write'>
}

/** A reference of the bank, such as `request-118`: names do not belong into the audit log. */
const recipientShape = /^[\w./-]{1,60}$/

/** @throws AppError `not_found`; `invalid_request` for a recipient that is no reference; `conflict` once deleted */
export function noteHandover(
  needs: NoteNeeds,
  by: AuditOrigin,
  { exportId, recipient }: { readonly exportId: string; readonly recipient: string },
): Promise<void> {
  if (!recipientShape.test(recipient)) {
    const message =
      'The recipient is a reference of the bank of at most 60 letters, digits, dots, slashes and hyphens, never a name.'
    throw new AppError('invalid_request', message, { param: 'to' })
  }
  return inTransaction(needs.db, async (trx) => {
    const found = await findOpen(trx, exportId)
    await setHandedOver(trx, exportId, { recipient, nowMs: needs.clock.now() })
    await recordAudit(needs, trx, {
      by,
      action: 'verification.export_handed_over',
      subject: { kind: 'verification', id: found.verificationId },
      details: { recipient, result_id: exportId, hash: found.sha256 },
    })
  })
}

/** @throws AppError `not_found`; `conflict` if it was stated before */
export function noteDeletion(needs: NoteNeeds, by: AuditOrigin, exportId: string): Promise<void> {
  return inTransaction(needs.db, async (trx) => {
    const found = await findOpen(trx, exportId)
    await setDeleted(trx, exportId, needs.clock.now())
    await recordAudit(needs, trx, {
      by,
      action: 'verification.export_deleted',
      subject: { kind: 'verification', id: found.verificationId },
      details: { result_id: exportId, hash: found.sha256 },
    })
  })
}

async function findOpen(trx: Trx, exportId: string): Promise<SubjectExport> {
  const found = isId('exp', exportId) ? await findExport(trx, exportId) : undefined
  if (found === undefined) {
    throw new AppError('not_found', 'No export has this id. See: svc export list')
  }
  if (found.deletedAt !== undefined) {
    throw new AppError('conflict', 'This export is recorded as deleted already.')
  }
  return found
}
