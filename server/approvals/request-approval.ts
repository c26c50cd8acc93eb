// Requests an approval, in the transaction of the change that needs it.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { AuditDetails } from '../audit/audit-details.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { requireActingUser } from './acting-user.ts'
import {
  type Approval,
  type ApprovalContent,
  type ApprovalProgress,
  approvalLifeMs,
  kindRow,
  stateAt,
} from './approval.ts'
import { findWaiting, insertApproval, vacateSlot } from './approval-store.ts'
import { hasDeciderBeside, hasRemovedDecider } from './approval-view.ts'

export type ApprovalNeeds = AuditNeeds & Pick<Appliance, 'keyring'>

export type ApprovalRequest = ApprovalContent & {
  readonly subject: Approval['subject']
  /** What applying it needs and the decider does not see. JSON. */
  readonly payload?: unknown
}

/**
 * Resolves with the stored request. State `pending`: somebody else must decide, so the change must not be applied.
 * State `approved` with `by` undefined: nobody else can decide, so the change must be applied now.
 * @throws AppError `unauthenticated` if the account was disabled meanwhile; `conflict` if a request of this kind about
 * this subject is pending already, so that requests do not change while a decider reads them
 */
export async function requestApproval(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  { payload, ...asked }: ApprovalRequest,
): Promise<Approval> {
  const nowMs = needs.clock.now()
  const { id: requestedBy } = await requireActingUser(trx, by)
  await assertNoneWaits(needs, trx, asked, nowMs)
  const approval: Approval = {
    ...asked,
    id: newId('apr', nowMs),
    requestedBy,
    requestedAt: nowMs,
    expiresAt: nowMs + approvalLifeMs,
    progress: await firstProgress(trx, asked, requestedBy, nowMs),
  }
  await insertApproval(needs.keyring, trx, approval, payload)
  const isAlone = approval.progress.state === 'approved'
  await recordAudit(needs, trx, {
    by,
    action: 'approval.requested',
    subject: { kind: 'approval', id: approval.id },
    details: { ...approvalInAudit(approval), ...(isAlone ? { approval: 'nobody_else' } : {}) },
  })
  return approval
}

/** Returns the audit details of every entry about an approval. */
export function approvalInAudit({ kind, subject, requestedBy }: Approval): AuditDetails {
  return { approval_kind: kind, about: subject.id, requested_by: requestedBy }
}

async function firstProgress(
  trx: Trx,
  { kind, subject }: Omit<ApprovalRequest, 'payload'>,
  requestedBy: string,
  nowMs: number,
): Promise<ApprovalProgress> {
  const { deciders, whenAlone } = kindRow(kind)
  const parties = subject.kind === 'user' ? [requestedBy, subject.id] : [requestedBy]
  const removed = { userId: requestedBy, sinceMs: nowMs - approvalLifeMs }
  const isAlone =
    whenAlone === 'apply' &&
    !(await hasDeciderBeside(trx, deciders, parties)) &&
    !(await hasRemovedDecider(trx, deciders, removed))
  if (!isAlone) return { state: 'pending' }
  return { state: 'approved', by: undefined, at: nowMs, usableUntil: undefined }
}

async function assertNoneWaits(
  { keyring }: ApprovalNeeds,
  trx: Trx,
  asked: Omit<ApprovalRequest, 'payload'>,
  nowMs: number,
): Promise<void> {
  const waiting = await findWaiting(keyring, trx, asked)
  if (waiting === undefined) return
  if (stateAt(waiting, nowMs) === 'expired') return vacateSlot(trx, waiting.id)
  const message = 'This was already requested and waits for a second person. See Approvals.'
  throw new AppError('conflict', message, {
    details: [{ param: 'id', code: 'approval_pending', message }],
  })
}
