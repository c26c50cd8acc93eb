// Receives the logout tokens of the bank's directory (OpenID Connect Back-Channel Logout 1.0, section 2.5).

import type { Answer } from '../../http/answer.ts'
import { AppError } from '../../kernel/app-error.ts'
import { endSessionsByDirectory } from '../../users/directory/directory-logout.ts'
import type { DirectoryNeeds } from '../../users/request-origin.ts'
import type { CallbackRequest } from '../api-route.ts'

export const directoryLogoutHandlers = {
  receive,
}

async function receive(needs: DirectoryNeeds, request: CallbackRequest): Promise<Answer> {
  const [token, ...others] = (await request.form()).getAll('logout_token')
  if (token === undefined || others.length > 0) {
    throw new AppError('invalid_request', 'Send one logout_token in the form.')
  }
  await endSessionsByDirectory(needs, request, token)
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, data: { received: true } }
}
