// Decides who may reset an account. Whoever resets both its password and its second factor can sign in to it,
// so one administrator must not do both within three days. Pure.

import { AppError } from '../../kernel/app-error.ts'
import { hourMs } from '../../kernel/durations.ts'
import type { AccountNotice, AccountNoticeKind } from '../notices/account-notice.ts'

export const resetsApartMs = 72 * hourMs

export type ResetKind = 'password' | 'second_factor'

/** The notices that the other kind of reset leaves, by the kind that is requested. */
export const noticesOfOtherReset: Readonly<Record<ResetKind, readonly AccountNoticeKind[]>> = {
  // Whoever returned the account to an invitation ended its second factors, and must not hold its link.
  password: ['second_factor_reset', 'invited_again'],
  second_factor: ['password_reset_started', 'password_reset'],
}

/**
 * @param actorIds Users who request and approve the reset
 * @param others Notices of the other kind of reset on this account, of any age
 * @throws AppError `conflict`, with the code `both_resets`
 */
export function assertResetsApart(
  actorIds: readonly string[],
  others: readonly AccountNotice[],
  nowMs: number,
): void {
  const mine = others.find(
    (notice) => nowMs - notice.at < resetsApartMs && actorIds.some((id) => tookPart(notice, id)),
  )
  if (mine === undefined) return
  const message =
    'You took part in the other reset of this account in the last 72 hours, and nobody may take part in both. Ask another administrator, or do it on the host with svc users.'
  const details = [{ param: 'id', code: 'both_resets', message }]
  throw new AppError('conflict', message, { details })
}

/** Whether this user did it or approved it. */
function tookPart({ by, approvedById }: AccountNotice, userId: string): boolean {
  return (by.kind === 'user' && by.id === userId) || approvedById === userId
}
