// Activates an API key whose creation was approved, or revokes it if it was refused.

import { z } from 'zod'
import type { ApprovalEffect, SettledApproval } from '../approvals/decide-approval.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { type ApiKey, stateOf } from './key.ts'
import { keyInAudit } from './key-in-audit.ts'
import { setKeyActivated, setKeyRevoked } from './key-store.ts'
import { findKey } from './key-view.ts'
import { requireKey } from './revoke-key.ts'
import { retireKey } from './rotate-key.ts'

const rotationPayload = z.object({ grace_ms: z.int().min(0) }).optional()

export function keyActivation(needs: AuditNeeds): ApprovalEffect {
  return {
    apply: (trx, settled) => activate(needs, trx, settled),
    drop: (trx, settled) => refuse(needs, trx, settled),
  }
}

async function activate(needs: AuditNeeds, trx: Trx, settled: SettledApproval): Promise<void> {
  const key = await requireKey(trx, settled.approval.subject.id)
  const state = stateOf(key, needs.clock.now())
  if (state !== 'awaiting_approval') {
    throw new AppError('conflict', `This key is now ${state}, so there is nothing to approve.`)
  }
  await setKeyActivated(trx, key.id)
  await recordDecision(needs, trx, settled, 'key.activated', key)
  const rotation = rotationPayload.parse(settled.payload)
  if (rotation !== undefined) await retirePredecessor(needs, trx, settled, key, rotation.grace_ms)
}

/** Starts the old key's grace period only now, because its successor did not work before. */
async function retirePredecessor(
  needs: AuditNeeds,
  trx: Trx,
  { by, approval }: SettledApproval,
  successor: ApiKey,
  graceMs: number,
): Promise<void> {
  const old = successor.rotatedFrom && (await findKey(trx, successor.rotatedFrom))
  const nowMs = needs.clock.now()
  if (!old || stateOf(old, nowMs) !== 'active') return
  const endsAt = await retireKey(trx, old, { graceMs, nowMs })
  await recordAudit(needs, trx, {
    by,
    action: 'key.rotated',
    subject: { kind: 'key', id: old.id },
    details: {
      ...keyInAudit(old),
      expires_at: endsAt,
      result_id: successor.id,
      requested_by: approval.requestedBy,
    },
  })
}

async function refuse(needs: AuditNeeds, trx: Trx, settled: SettledApproval): Promise<void> {
  const key = await requireKey(trx, settled.approval.subject.id)
  if (key.revokedAt !== undefined) return
  await setKeyRevoked(trx, key.id, needs.clock.now())
  await recordDecision(needs, trx, settled, 'key.refused', key)
}

async function recordDecision(
  needs: AuditNeeds,
  trx: Trx,
  { by, approval }: SettledApproval,
  action: 'key.activated' | 'key.refused',
  key: ApiKey,
): Promise<void> {
  const { id: approval_id, requestedBy: requested_by, progress } = approval
  const reason = action === 'key.refused' ? { reason: progress.state } : {}
  await recordAudit(needs, trx, {
    by,
    action,
    subject: { kind: 'key', id: key.id },
    details: { ...keyInAudit(key), ...reason, requested_by, approval_id },
  })
}
