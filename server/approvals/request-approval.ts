// Asks for a second person, in the transaction of what is asked for.

import type { AuditDetails, AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import {
  type Approval,
  type ApprovalProgress,
  type AskedFor,
  approvalLifeMs,
  kindRow,
  stateAt,
} from './approval.ts'
import { findWaiting, insertApproval, vacateSlot } from './approval-store.ts'
import { hasDeciderBeside, hasRemovedDecider } from './approval-view.ts'

export interface ApprovalNeeds extends AuditNeeds {
  readonly keyring: Keyring
}

export type ApprovalRequest = AskedFor & {
  readonly subject: Approval['subject']
  /** What applying it takes and nobody is shown. JSON. */
  readonly payload?: unknown
}

/**
 * The request as it was written down. `pending`: somebody else has to decide, and nothing is to have effect
 * before. `approved`, by nobody: nobody else could decide, and the caller applies it now.
 * @throws AppError `conflict` where a request of this kind about this subject waits already: what a decider
 * has before them does not change under their eyes
 */
export async function requestApproval(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  { payload, ...asked }: ApprovalRequest,
): Promise<Approval> {
  const nowMs = needs.clock.now()
  const requestedBy = memberIn(by)
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

/** What every entry about an approval names besides who acted. */
export function approvalInAudit({ kind, subject, requestedBy }: Approval): AuditDetails {
  return { approval_kind: kind, about: subject.id, requested_by: requestedBy }
}

/** @throws Error for whoever is not of the staff: nobody else asks, and nobody else decides */
export function memberIn({ actor }: AuditOrigin): string {
  if (actor.kind === 'staff' && actor.id !== undefined) return actor.id
  throw new Error('approvals are between members of the staff')
}

async function firstProgress(
  trx: Trx,
  { kind, subject }: Omit<ApprovalRequest, 'payload'>,
  requestedBy: string,
  nowMs: number,
): Promise<ApprovalProgress> {
  const { deciders, whenAlone } = kindRow(kind)
  const parties = subject.kind === 'staff' ? [requestedBy, subject.id] : [requestedBy]
  const removed = { memberId: requestedBy, sinceMs: nowMs - approvalLifeMs }
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
  const message = 'This was asked for already and waits for a second person. See Approvals.'
  throw new AppError('conflict', message, {
    details: [{ param: 'id', code: 'approval_pending', message }],
  })
}
