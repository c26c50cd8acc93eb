// Decides who may sign in with a password of the appliance while the bank's directory is there for the others, and
// records who does: in an emergency, or because they have no account in the directory.

import { recordAudit } from '../../audit/record-audit.ts'
import type { Config } from '../../config.ts'
import type { Trx } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import type { User } from '../user.ts'

type Who = Pick<User, 'email' | 'role' | 'directory'>

/** Users of the directory have no password, so the settings on passwords do not concern them. */
export function maySignInLocally({ users }: Pick<Config, 'users'>, who: Who): boolean {
  if (who.directory !== undefined || users.localSignIn === 'everyone') return true
  if (who.role !== 'administrator') return false
  return users.localSignIn === 'administrators' || users.emergencyAccounts.includes(who.email)
}

/** @throws AppError `conflict` */
export function assertLocalSignIn(config: Pick<Config, 'users'>, who: Who): void {
  if (maySignInLocally(config, who)) return
  const message =
    'This appliance allows no password for this account. Accept the invitation with the bank’s directory, or see SVC_LOCAL_SIGN_IN.'
  const details = [{ param: 'password', code: 'local_sign_in_off', message }]
  throw new AppError('conflict', message, { details })
}

/** Only after the right password, so that it tells nothing to others. */
export function refuseLocalSignIn(): AppError {
  const message = 'Your account signs in with the bank’s directory, not with a password.'
  const details = [{ param: 'password', code: 'local_sign_in_off', message }]
  return new AppError('unauthenticated', message, { details })
}

export async function recordEmergencySignIn(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  user: User,
): Promise<void> {
  const { localSignIn } = needs.config.users
  if (localSignIn === 'everyone') return
  await recordAudit(needs, trx, {
    by: originOf(requestOrigin, user.id),
    action: 'user.emergency_sign_in',
    subject: { kind: 'user', id: user.id },
    details: { reason: localSignIn },
  })
  const { requestId: request_id, clientAddress: client_address } = requestOrigin
  needs.log.warn('emergency_sign_in', { user_id: user.id, request_id, client_address })
}
