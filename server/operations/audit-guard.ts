// Refuses verifications while the copy of the audit log lags too far behind. Told by the copier; asking costs a
// comparison of two numbers.

import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'

export interface AuditGuard {
  /** When the oldest entry was made that is not copied yet; undefined where every one is. */
  tell(oldestAt: number | undefined): void
  /** Why no verification is taken now; undefined where they are. */
  refusal(): AppError | undefined
}

/** The copier looks every two seconds; whoever mends it needs longer. */
const retryAfterSeconds = 30

/** `lagStopMs`: undefined to refuse nothing ever. */
export function createAuditGuard(
  { clock }: { readonly clock: Clock },
  lagStopMs: number | undefined,
): AuditGuard {
  let oldestUncopiedAt: number | undefined
  return {
    tell(oldestAt) {
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
    'The audit log does not reach its second system, and until it does no verification is taken; nothing was stored. Tell the operator.'
  return new AppError('unavailable', message, { retryAfterSeconds })
}
