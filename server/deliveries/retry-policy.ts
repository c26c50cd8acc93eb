// Decides when a failed delivery is tried again and when it is given up (specification 3.2, rulings
// 6.4). The figures are the settings SVC_WEBHOOK_RETRY_DELAYS and SVC_WEBHOOK_MAX_FAILED_ATTEMPTS.

export interface RetrySettings {
  /** The delay after each failed attempt, in order; the last one serves for all that follow. */
  readonly retryDelaysMs: readonly number[]
  /** Failed attempts after which a delivery is given up. */
  readonly maxFailedAttempts: number
}

type AfterFailure =
  | { readonly kind: 'retry'; readonly dueAt: number }
  | { readonly kind: 'give-up' }

/**
 * `failedAttempts` includes the attempt that just ended at `endedAt`. The delay counts from
 * `endedAt`, without jitter. A receiver that asks for more time (`Retry-After`) gets up to twice
 * the delay, never less than the delay.
 */
export function afterFailure(
  plan: RetrySettings,
  failure: {
    readonly failedAttempts: number
    readonly endedAt: number
    readonly retryAfterMs: number | undefined
  },
): AfterFailure {
  const { failedAttempts, endedAt, retryAfterMs = 0 } = failure
  if (failedAttempts >= plan.maxFailedAttempts) return { kind: 'give-up' }
  const delayMs = plan.retryDelaysMs[failedAttempts - 1] ?? plan.retryDelaysMs.at(-1) ?? 0
  const waitMs = Math.min(Math.max(delayMs, retryAfterMs), 2 * delayMs)
  return { kind: 'retry', dueAt: endedAt + waitMs }
}
