// The second person's word, the requester's change of mind, and the one use of what was approved. Each is one
// transaction with what follows from it.

import type { AuditAction, AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import {
  type Approval,
  type ApprovalKind,
  type ApprovalProgress,
  kindRow,
  stateAt,
} from './approval.ts'
import {
  assertMayBeApproved,
  assertMayDecide,
  assertMayWithdraw,
  refuseSettled,
  refuseUnknownApproval,
} from './approval-policy.ts'
import { findApproval, findWaiting, readPayload, settleApproval } from './approval-store.ts'
import { findDecider } from './approval-view.ts'
import { type ApprovalNeeds, approvalInAudit, memberIn } from './request-approval.ts'

/** A request that was settled a moment ago, in the transaction that settles it. */
export interface SettledApproval {
  readonly approval: Approval
  /** As the requester's use case gave it; to be parsed. */
  readonly payload: unknown
  /** Who settled it: the decider, the requester who withdrew, or the system whose clock ran out. */
  readonly by: AuditOrigin
}

export interface ApprovalEffect {
  /** Does what was asked for. Throwing undoes the decision. */
  apply(trx: Trx, settled: SettledApproval): Promise<void>
  /** Clears up after what was refused, withdrawn or left to expire. */
  drop(trx: Trx, settled: SettledApproval): Promise<void>
}

/** What approving each kind does. */
export type ApprovalEffects = Readonly<Record<ApprovalKind, ApprovalEffect>>

export interface DecisionNeeds extends ApprovalNeeds {
  readonly db: Db
  readonly effects: ApprovalEffects
}

export interface ApprovalDecision {
  readonly decision: 'approve' | 'refuse'
  readonly note: string | undefined
}

/**
 * @throws AppError `not_found`; `missing_permission`, `second_person_required` for who may not decide;
 * `conflict` where it is settled already, or approved for an account that is not active any more; and what
 * applying it throws
 */
export function decideApproval(
  needs: DecisionNeeds,
  by: AuditOrigin,
  id: string,
  { decision, note }: ApprovalDecision,
): Promise<Approval> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const approval = await requireApproval(needs, trx, id)
    // As they are now: the request came in with rights that may have been taken since.
    const decider = await findDecider(trx, memberIn(by))
    if (decider === undefined) {
      throw new AppError('unauthenticated', 'Your account is not active. Sign in again.')
    }
    assertMayDecide(approval, decider, nowMs)
    const isApproved = decision === 'approve'
    if (isApproved) assertMayBeApproved(await findDecider(trx, approval.requestedBy))
    const settling: Settling = {
      by,
      to: progressOf(approval, decision, decider.id, nowMs),
      action: isApproved ? 'approval.approved' : 'approval.refused',
      note,
    }
    return settle(needs, trx, approval, settling)
  })
}

/** Takes back what nobody has decided yet. @throws AppError `not_found`, `conflict` */
export function withdrawApproval(
  needs: DecisionNeeds,
  by: AuditOrigin,
  id: string,
): Promise<Approval> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const approval = await requireApproval(needs, trx, id)
    assertMayWithdraw(approval, memberIn(by), nowMs)
    const to = { state: 'withdrawn', at: nowMs } as const
    return settle(needs, trx, approval, { by, to, action: 'approval.withdrawn' })
  })
}

/**
 * Ends a request whose subject is gone or has changed, such as a key that was revoked while it waited. Has no
 * effect but that; does nothing where none waits.
 */
export async function cancelApprovalAbout(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  about: Pick<Approval, 'kind' | 'subject'>,
): Promise<void> {
  const approval = await findWaiting(needs.keyring, trx, about)
  if (approval === undefined) return
  const to = { state: 'withdrawn', at: needs.clock.now() } as const
  if (!(await settleApproval(needs.keyring, trx, approval, to))) return
  await recordAudit(needs, trx, {
    by,
    action: 'approval.withdrawn',
    subject: { kind: 'approval', id: approval.id },
    details: approvalInAudit(approval),
  })
}

export interface Settling {
  readonly by: AuditOrigin
  readonly to: ApprovalProgress
  readonly action: AuditAction
  readonly note?: string | undefined
}

/** Shared with the sweep. @throws AppError `conflict` where another was faster */
export async function settle(
  needs: DecisionNeeds,
  trx: Trx,
  approval: Approval,
  { by, to, action, note }: Settling,
): Promise<Approval> {
  const { id, kind } = approval
  const payload = await readPayload(needs.keyring, trx, id)
  if (!(await settleApproval(needs.keyring, trx, approval, to, note)))
    throw refuseSettled('decided')
  await recordAudit(needs, trx, {
    by,
    action,
    subject: { kind: 'approval', id },
    details: approvalInAudit(approval),
  })
  const settled = { approval: { ...approval, progress: to }, payload, by }
  const { apply, drop } = needs.effects[kind]
  if (to.state === 'approved') await apply(trx, settled)
  else await drop(trx, settled)
  return settled.approval
}

/**
 * Spends what was approved for being used once, by whoever asked for it. Gives back its payload.
 * @throws AppError `not_found` for anybody else; `conflict` where it was not approved, is spent or too old
 */
export async function spendApproval(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  { id, kind }: { readonly id: string; readonly kind: ApprovalKind },
): Promise<{ readonly approval: Approval; readonly payload: unknown }> {
  const nowMs = needs.clock.now()
  const approval = await requireApproval(needs, trx, id)
  if (approval.requestedBy !== memberIn(by) || approval.kind !== kind) throw refuseUnknownApproval()
  const { progress } = approval
  const state = stateAt(approval, nowMs)
  if (state !== 'approved' || progress.state !== 'approved' || progress.by === undefined) {
    throw refuseSettled(state === 'pending' ? 'not decided' : state)
  }
  const payload = await readPayload(needs.keyring, trx, id)
  const used = { state: 'used', by: progress.by, at: progress.at, usedAt: nowMs } as const
  if (!(await settleApproval(needs.keyring, trx, approval, used))) throw refuseSettled('used')
  await recordAudit(needs, trx, {
    by,
    action: 'approval.used',
    subject: { kind: 'approval', id },
    details: { ...approvalInAudit(approval), decided_by: progress.by },
  })
  return { approval, payload }
}

async function requireApproval(needs: ApprovalNeeds, trx: Trx, id: string): Promise<Approval> {
  const approval = await findApproval(needs.keyring, trx, id)
  if (approval === undefined) throw refuseUnknownApproval()
  return approval
}

function progressOf(
  { kind }: Approval,
  decision: ApprovalDecision['decision'],
  by: string,
  nowMs: number,
): ApprovalProgress {
  if (decision === 'refuse') return { state: 'refused', by, at: nowMs }
  const { usableForMs } = kindRow(kind)
  const usableUntil = usableForMs === undefined ? undefined : nowMs + usableForMs
  return { state: 'approved', by, at: nowMs, usableUntil }
}
