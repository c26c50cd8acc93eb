// Refuses verifications while the copy of the audit log lags too far behind. The copier updates it; a check only
// compares two numbers.

import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'

export interface AuditGuard {
  /** Sets the time of the oldest uncopied entry; undefined if all are copied. */
  update(oldestAt: number | undefined): void
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
  let oldestUncopiedAt: number | undefined
  return {
    update(oldestAt) {
      oldestUncopiedAt = oldestAt
    },
    refusal() {
      if (lagStopMs === undefined || oldestUncopiedAt === undefined) return undefined
      return clock.now() - oldestUncopiedAt > lagStopMs ? notCopied() : undefined
    },
  }
}

function notCopied(): AppError {
  const message =
    'The audit log does not reach its second system, so no verifications are accepted until it does. Nothing was stored. Contact the operator.'
  return new AppError('unavailable', message, { retryAfterSeconds })
}
