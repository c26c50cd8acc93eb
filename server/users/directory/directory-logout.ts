// Ends the sessions of somebody who has signed out at the bank's directory, when the directory says so.

import { recordAudit } from '../../audit/record-audit.ts'
import type { Config } from '../../config.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DirectoryError } from '../../directory/directory.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { DirectoryNeeds } from '../request-origin.ts'
import { deleteSessionsUntil } from '../session-store.ts'
import { findUserOfDirectory } from '../user-store.ts'

/** Path of the endpoint below `/v1`. */
export const directoryLogoutPath = '/callbacks/directory/logout'

/** Returns the address that is registered at the directory as its back-channel logout URI. */
export function logoutUriOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/v1${directoryLogoutPath}`
}

/**
 * Ends the sessions that began before the token was issued: a token that comes late or twice does not end later ones.
 * @throws AppError `not_found` without a directory; `invalid_request` for a token that is not valid; `unavailable`
 */
export async function endSessionsByDirectory(
  needs: DirectoryNeeds,
  origin: { readonly clientAddress: string; readonly requestId: string },
  token: string,
): Promise<void> {
  const { directory, db, log } = needs
  if (directory === undefined) {
    throw new AppError('not_found', 'No directory is set here, so none can end sessions.')
  }
  const logout = await directory.readLogout(token).catch((error: unknown) => {
    if (!(error instanceof DirectoryError)) throw error
    const { requestId: request_id, clientAddress: client_address } = origin
    log.warn('directory_logout_refused', { request_id, client_address, reason: error.reason })
    if (error.trouble === 'unreachable') {
      throw new AppError('unavailable', 'The keys of the directory cannot be read. Try again.', {
        retryAfterSeconds: 60,
        reason: 'directory_unreachable',
      })
    }
    throw new AppError('invalid_request', 'The logout token is not valid.')
  })
  await inTransaction(db, async (trx) => {
    const user = await findUserOfDirectory(trx, logout)
    if (user === undefined) return
    // The token has seconds; a session of the same second had begun.
    const count = await deleteSessionsUntil(trx, user.id, logout.issuedAt + 999)
    if (count === 0) return
    await recordAudit(needs, trx, {
      by: { ...origin, actor: { kind: 'system', id: undefined } },
      action: 'user.signed_out',
      subject: { kind: 'user', id: user.id },
      details: { factor: 'directory', count },
    })
  })
}
