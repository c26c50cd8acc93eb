// Approves, refuses, withdraws and uses requests. Each step commits in one transaction with its effects.

import type { AuditAction, AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { requireActingUser, userIn } from './acting-user.ts'
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
  refuseTied,
  refuseUnknownApproval,
} from './approval-policy.ts'
import { findApproval, findWaiting, readPayload, settleApproval } from './approval-store.ts'
import { findDecider } from './approval-view.ts'
import { isOnePerson, type TieNeeds } from './one-person.ts'
import { type ApprovalNeeds, approvalInAudit } from './request-approval.ts'

/** A request that is being settled in the current transaction. */
export interface SettledApproval {
  readonly approval: Approval
  /** As it was given to `requestApproval`; must be parsed. */
  readonly payload: unknown
  /** Who settled it: the decider, the requester who withdrew it, or the system when it expired. */
  readonly by: AuditOrigin
}

export interface ApprovalEffect {
  /** Makes the requested change. Throwing undoes the decision. */
  apply(trx: Trx, settled: SettledApproval): Promise<void>
  /** Cleans up after a request that was refused, was withdrawn or expired. */
  drop(trx: Trx, settled: SettledApproval): Promise<void>
}

/** What approving each kind does. */
export type ApprovalEffects = Readonly<Record<ApprovalKind, ApprovalEffect>>

export interface DecisionNeeds extends ApprovalNeeds {
  readonly db: Db
  readonly effects: ApprovalEffects
}

export type DecidingNeeds = DecisionNeeds & TieNeeds

interface ApprovalDecision {
  readonly decision: 'approve' | 'refuse'
  readonly note: string | undefined
}

/**
 * @throws AppError `not_found`; `missing_permission`, `second_person_required` if the user may not decide;
 * `conflict` if it is settled already, or if the requester's account is no longer active; and errors of applying it
 */
export function decideApproval(
  needs: DecidingNeeds,
  by: AuditOrigin,
  id: string,
  { decision, note }: ApprovalDecision,
): Promise<Approval> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const approval = await requireApproval(needs, trx, id)
    const decider = await requireActingUser(trx, by)
    assertMayDecide(approval, decider, nowMs)
    const isApproved = decision === 'approve'
    if (isApproved) {
      assertMayBeApproved(await findDecider(trx, approval.requestedBy))
      if (await isOnePerson(needs, trx, approval, decider.id)) throw refuseTied()
    }
    const settling: Settling = {
      by,
      to: progressOf(approval, decision, decider.id, nowMs),
      action: isApproved ? 'approval.approved' : 'approval.refused',
      note,
    }
    return closeApproval(needs, trx, approval, settling)
  })
}

/** Withdraws an undecided request. @throws AppError `not_found`, `conflict` */
export function withdrawApproval(
  needs: DecisionNeeds,
  by: AuditOrigin,
  id: string,
): Promise<Approval> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    const approval = await requireApproval(needs, trx, id)
    assertMayWithdraw(approval, userIn(by), nowMs)
    const to = { state: 'withdrawn', at: nowMs } as const
    return closeApproval(needs, trx, approval, { by, to, action: 'approval.withdrawn' })
  })
}

/**
 * Ends the pending request about a subject that is gone or has changed, such as a revoked key. Does not call the
 * effect's `drop`; does nothing if no request is pending.
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

interface Settling {
  readonly by: AuditOrigin
  readonly to: ApprovalProgress
  readonly action: AuditAction
  readonly note?: string | undefined
}

/** Also used by `expireApprovals`. @throws AppError `conflict` if it was settled meanwhile */
export async function closeApproval(
  needs: DecisionNeeds,
  trx: Trx,
  approval: Approval,
  { by, to, action, note }: Settling,
): Promise<Approval> {
  const { id, kind } = approval
  const payload = await readPayload(needs.keyring, trx, id)
  if (!(await settleApproval(needs.keyring, trx, approval, to, note)))
    throw refuseSettled(undefined)
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
 * Uses an approved request up; only its requester can. Resolves with its payload.
 * @throws AppError `not_found` for other users; `conflict` if it was not approved, was used or has expired
 */
export async function spendApproval(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  { id, kind }: { readonly id: string; readonly kind: ApprovalKind },
): Promise<{ readonly approval: Approval; readonly payload: unknown }> {
  const nowMs = needs.clock.now()
  const approval = await requireApproval(needs, trx, id)
  if (approval.requestedBy !== userIn(by) || approval.kind !== kind) throw refuseUnknownApproval()
  const { progress } = approval
  const state = stateAt(approval, nowMs)
  if (state !== 'approved' || progress.state !== 'approved' || progress.by === undefined) {
    throw refuseSettled(state)
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
