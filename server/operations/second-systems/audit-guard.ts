// Refuses verifications while a copy of the audit log lags too far behind. The copiers update it; a check only
// compares two numbers.

import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AuditCopyTarget } from './audit-copy-policy.ts'

export interface AuditGuard {
  /** Sets the time of the oldest entry that is not copied to the target; undefined if all are. */
  update(target: AuditCopyTarget, oldestAt: number | undefined): void
  /** Returns the error with which to refuse verifications; undefined if they are accepted. */
  refusal(): AppError | undefined
}

/** The copier polls every two seconds, but repairing its target takes longer. */
const retryAfterSeconds = 30

/** @param lagStopMs undefined to never refuse */
export function createAuditGuard(
  { clock }: { readonly clock: Clock },
  lagStopMs: number | undefined,
): AuditGuard {
  const oldestUncopied = new Map<AuditCopyTarget, number>()
  return {
    update(target, oldestAt) {
      if (oldestAt === undefined) oldestUncopied.delete(target)
      else oldestUncopied.set(target, oldestAt)
    },
    refusal() {
      if (lagStopMs === undefined) return undefined
      for (const oldestAt of oldestUncopied.values()) {
        if (clock.now() - oldestAt > lagStopMs) return notCopied()
      }
      return undefined
    },
  }
}

function notCopied(): AppError {
  const message =
    'The audit log does not reach its second system, so no verifications are accepted until it does. Nothing was stored. Contact the operator.'
  return new AppError('unavailable', message, { retryAfterSeconds, reason: 'audit_not_copied' })
}
