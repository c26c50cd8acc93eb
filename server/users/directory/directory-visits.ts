// Sends a browser to the bank's directory and takes it back once: with it come the code and the state that show who the
// directory says the person is.

import { inTransaction } from '../../db/transaction.ts'
import {
  type Directory,
  DirectoryError,
  type DirectoryPerson,
  type Visit,
} from '../../directory/directory.ts'
import { AppError } from '../../kernel/app-error.ts'
import { consoleUrlOf } from '../../settings/console-url.ts'
import type { DirectoryNeeds, RequestOrigin } from '../request-origin.ts'
import { beginAttempt } from '../sign-in/sign-in-attempts.ts'
import { newToken, visitDigest, visitSecrets } from '../sign-in/sign-in-secrets.ts'
import { requireInvitation } from '../user-links.ts'
import { type DirectoryVisit, type VisitPurpose, visitLifeMs } from './directory-visit.ts'
import { deleteVisitsBefore, insertVisit, takeVisit } from './directory-visit-store.ts'

/** Where the browser goes, and the token for its cookie. */
export interface BegunVisit {
  readonly url: string
  readonly token: string
}

/** The page of the console that the directory sends browsers back to; it must be registered there. */
export function redirectUriOf(config: Parameters<typeof consoleUrlOf>[0]): string {
  return `${consoleUrlOf(config)}/console/sign-in/directory`
}

/**
 * @param invitation Token of the invitation that the person accepts with their account in the directory
 * @throws AppError `not_found` without a directory or for an invalid invitation, `unavailable`
 */
export async function beginVisit(
  needs: DirectoryNeeds,
  requestOrigin: RequestOrigin,
  { purpose, invitation }: { readonly purpose: VisitPurpose; readonly invitation?: string },
): Promise<BegunVisit> {
  const directory = requireDirectory(needs)
  const linkDigest =
    invitation === undefined ? undefined : await requireInvitation(needs, invitation)
  const token = newToken()
  const url = await directory
    .visitUrl(visitOf(needs, token, purpose))
    .catch((error: unknown) => refuseTrouble(needs, requestOrigin, error))
  const createdAt = needs.clock.now()
  await inTransaction(needs.db, async (trx) => {
    await deleteVisitsBefore(trx, createdAt - visitLifeMs)
    const digest = visitDigest(needs.keyring, token)
    await insertVisit(trx, digest, { purpose, linkDigest, createdAt })
  })
  return { url, token }
}

interface CompletedVisit {
  readonly visit: DirectoryVisit
  readonly person: DirectoryPerson
  /** Removes the failure that was counted before the answer was checked. */
  readonly forgive: Awaited<ReturnType<typeof beginAttempt>>
}

/**
 * Takes the visit and asks the directory who came back. A visit ends with the first try, right or wrong.
 * @param token of the browser's cookie; undefined if it has none
 * @throws AppError `unauthenticated`, `rate_limited`, `unavailable`
 */
export async function completeVisit(
  needs: DirectoryNeeds,
  requestOrigin: RequestOrigin,
  back: {
    readonly token: string | undefined
    readonly query: string
    readonly purpose: VisitPurpose
  },
): Promise<CompletedVisit> {
  const { token = newToken(), query, purpose } = back
  const directory = requireDirectory(needs)
  // Counts for the network alone: nothing can be guessed of one account, and each visit has a token of its own.
  const forgive = await beginAttempt(needs, requestOrigin, `directory:${token}`)
  const digest = visitDigest(needs.keyring, token)
  const visit = await inTransaction(needs.db, (trx) => takeVisit(trx, digest))
  const isGood = visit?.purpose === purpose && needs.clock.now() < visit.createdAt + visitLifeMs
  if (visit === undefined || !isGood) throw refuseDirectory('start_again')
  const person = await directory
    .identify(visitOf(needs, token, purpose), query)
    .catch((error: unknown) => refuseTrouble(needs, requestOrigin, error))
  return { visit, person, forgive }
}

function requireDirectory({ directory }: Pick<DirectoryNeeds, 'directory'>): Directory {
  if (directory !== undefined) return directory
  throw new AppError('not_found', 'This appliance has no directory to sign in with.')
}

function visitOf(
  { keyring, config }: Pick<DirectoryNeeds, 'keyring' | 'config'>,
  token: string,
  purpose: VisitPurpose,
): Visit {
  const secrets = visitSecrets(keyring, token)
  return { ...secrets, redirectUri: redirectUriOf(config), isProofAsked: purpose === 'confirm' }
}

/** Tells the person what they can do, and the log what went wrong. */
function refuseTrouble(
  { log }: DirectoryNeeds,
  { requestId: request_id, clientAddress: client_address }: RequestOrigin,
  error: unknown,
): never {
  if (!(error instanceof DirectoryError)) throw error
  const { trouble, reason } = error
  log.warn('directory_sign_in_failed', { request_id, client_address, outcome: trouble, reason })
  throw refuseDirectory(trouble)
}

const messages = {
  unreachable: 'The bank’s directory does not answer. Try again, or sign in with a password.',
  refused: 'The bank’s directory did not sign you in. Try again, or ask its administrators.',
  answer_invalid:
    'The answer of the bank’s directory could not be verified. Try again; if it happens again, tell an administrator (svc sso test finds out why).',
  start_again: 'This sign-in has ended or began in another browser. Begin again.',
  no_group:
    'None of your groups in the bank’s directory gives access here. Ask for one of them, then sign in again.',
  several_roles:
    'Your groups in the bank’s directory give several roles here, and a user has one. Ask to be taken out of the others.',
  not_invited: 'You have no account here yet. Ask an administrator for an invitation.',
  invitation_spent:
    'The invitation was used or has expired, or you have an account already. Sign in, or ask for a new invitation.',
  no_email: 'The bank’s directory does not say your e-mail address. Ask its administrators.',
  email_taken:
    'Another account here has your e-mail address. Ask an administrator: accounts are never joined by address.',
  disabled_account: 'Your account here is disabled. Ask an administrator.',
  last_administrator:
    'You are the last administrator, and your groups give another role. Ask for another administrator first.',
  other_person: 'You proved another identity than the one that is signed in here.',
} as const

export type DirectoryRefusal = keyof typeof messages

/** @param userId of the account concerned, for the audit log */
export function refuseDirectory(code: DirectoryRefusal, userId?: string): AppError {
  const message = messages[code]
  const options = {
    details: [{ param: 'directory', code, message }],
    ...(userId === undefined ? {} : { userId }),
  }
  return code === 'unreachable'
    ? new AppError('unavailable', message, { ...options, reason: 'directory_unreachable' })
    : new AppError('unauthenticated', message, options)
}
