// Who does something to an account, and the two records that it leaves: the audit entry and the notice to the
// owner. Where a second administrator had to agree, it is their word that does it, and both are named.

import type { AuditAction, AuditDetails, AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type NewNotice, noteOnAccount } from './account-notices.ts'
import type { StaffNeeds } from './visitor.ts'

/** What the two records take. */
export type RecordNeeds = Pick<StaffNeeds, 'clock' | 'keyring'>

export interface Doing {
  /** Who does it; whoever agreed, where somebody had to. */
  readonly by: AuditOrigin
  /** `nobody_else`: somebody should have agreed, and there was nobody. */
  readonly agreed?: { readonly requestedBy: string; readonly approvalId: string } | 'nobody_else'
}

/** Everybody of the staff who has a part in it. */
export function actorIdsOf({ by: { actor }, agreed }: Doing): readonly string[] {
  const own = actor.kind === 'staff' && actor.id !== undefined ? [actor.id] : []
  return typeof agreed === 'object' ? [...own, agreed.requestedBy] : own
}

export async function recordDoing(
  needs: RecordNeeds,
  trx: Trx,
  { by, agreed }: Doing,
  entry: {
    readonly action: AuditAction
    readonly memberId: string
    readonly details?: AuditDetails
  },
): Promise<void> {
  const { action, memberId, details } = entry
  const subject = { kind: 'staff', id: memberId } as const
  const known = { ...details, ...agreedInAudit(agreed) }
  await recordAudit(needs, trx, { by, action, subject, details: known })
}

/** The owner is told who asked for it, and who agreed. */
export function noteDoing(
  needs: RecordNeeds,
  trx: Trx,
  { by, agreed }: Doing,
  notice: Omit<NewNotice, 'actor' | 'approvedById'>,
): Promise<void> {
  if (typeof agreed !== 'object') return noteOnAccount(needs, trx, by, notice)
  const actor = { kind: 'staff', id: agreed.requestedBy } as const
  return noteOnAccount(needs, trx, by, { ...notice, actor, approvedById: by.actor.id })
}

/** @throws AppError `conflict` */
export function assertNotOneself(doing: Doing, memberId: string): void {
  if (!actorIdsOf(doing).includes(memberId)) return
  throw refuseState('oneself', 'Nobody does this to themselves; ask another administrator.')
}

/** The code is for the console, which says it in the language of its reader. */
export function refuseState(
  code: 'oneself' | 'last_administrator' | 'member_disabled' | 'changed_meanwhile',
  message: string,
): AppError {
  return new AppError('conflict', message, { details: [{ param: 'id', code, message }] })
}

function agreedInAudit(agreed: Doing['agreed']): AuditDetails {
  if (agreed === undefined) return {}
  if (agreed === 'nobody_else') return { approval: agreed }
  return { approval_id: agreed.approvalId, requested_by: agreed.requestedBy }
}
