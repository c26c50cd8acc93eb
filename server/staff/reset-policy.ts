// Who may start a reset of an account. Whoever resets both its password and its second factor becomes its
// owner, so the two never come from one person within three days. Pure.

import { AppError } from '../kernel/app-error.ts'
import type { AccountNotice, AccountNoticeKind } from './account-notice.ts'

export const resetsApartMs = 72 * 3_600_000

export type ResetKind = 'password' | 'second_factor'

/** What the other reset has left behind, by the one that is asked for. */
export const noticesOfOtherReset: Readonly<Record<ResetKind, readonly AccountNoticeKind[]>> = {
  password: ['second_factor_reset'],
  second_factor: ['password_reset_started', 'password_reset'],
}

/**
 * @param actorIds Who asks and who agreed.
 * @param others What the other reset has left behind on this account, at any time
 * @throws AppError `conflict`, with the code `both_resets`
 */
export function assertResetsApart(
  actorIds: readonly string[],
  others: readonly AccountNotice[],
  nowMs: number,
): void {
  const mine = others.find(
    (notice) => nowMs - notice.at < resetsApartMs && actorIds.some((id) => hasPart(notice, id)),
  )
  if (mine === undefined) return
  const message =
    'You had a part in the other reset of this account in the last 72 hours, and nobody takes part in both. Ask another administrator, or do it on the host: svc users.'
  const details = [{ param: 'id', code: 'both_resets', message }]
  throw new AppError('conflict', message, { details })
}

/** Whether this user did it or agreed to it. */
export function hasPart({ by, approvedById }: AccountNotice, userId: string): boolean {
  return (by.kind === 'staff' && by.id === userId) || approvedById === userId
}
