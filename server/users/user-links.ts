// One-time links with a limited life: set-up of the first administrator, invitations, password resets. Whoever
// issues a link never learns the password that is chosen with it.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { AppError } from '../kernel/app-error.ts'
import { isFromFuture } from '../kernel/clock-steps.ts'
import { newId } from '../kernel/ids.ts'
import { consoleUrlOf } from '../settings/console-url.ts'
import { addAccountNotice } from './notices/account-notices.ts'
import { originOf, type RequestOrigin, type UserNeeds } from './request-origin.ts'
import { deleteSessionsOf } from './session-store.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { assertLocalSignIn } from './sign-in/local-sign-in.ts'
import { stageAfterPassword } from './sign-in/sign-in.ts'
import { linkDigest, newToken } from './sign-in/sign-in-secrets.ts'
import { recordSignInPlace } from './sign-in/unusual-sign-ins.ts'
import {
  type DirectoryUserId,
  type IssuedLink,
  type LinkKind,
  linkLifeMs,
  type User,
} from './user.ts'
import {
  deleteLinksOf,
  deleteSetupLinks,
  findLink,
  insertLink,
  type Link,
  takeLink,
} from './user-link-store.ts'
import {
  countAdministrators,
  findUser,
  insertUser,
  setDirectory,
  setPassword,
  setUserState,
} from './user-store.ts'

type LinkNeeds = Pick<UserNeeds, 'clock' | 'keyring' | 'config'>

/** Whether there is no administrator yet, so the set-up is still to be done. */
export async function isSetupOpen({ db }: Pick<UserNeeds, 'db'>): Promise<boolean> {
  return (await countAdministrators(db.reader, ['active', 'disabled'])) === 0
}

/** Issues a set-up link and ends older ones. @throws AppError `conflict` once there is an administrator */
export function issueSetupLink(needs: UserNeeds, by: AuditOrigin): Promise<IssuedLink> {
  return inTransaction(needs.db, async (trx) => {
    if ((await countAdministrators(trx, ['active', 'disabled'])) > 0) throw refuseSetup()
    await deleteSetupLinks(trx)
    const link = await issue(needs, trx, by, { kind: 'setup', userId: undefined })
    const details = { expires_at: link.expiresAt }
    await recordAudit(needs, trx, { by, action: 'user.setup_link_issued', details })
    return link
  })
}

/** Issues a link for an existing user and ends the user's older links. */
export async function issueUserLink(
  needs: LinkNeeds,
  trx: Trx,
  by: AuditOrigin,
  link: { readonly kind: 'invitation' | 'password_reset'; readonly userId: string },
): Promise<IssuedLink> {
  await deleteLinksOf(trx, link.userId)
  return issue(needs, trx, by, link)
}

/**
 * Accepts an invitation for somebody who signs in with the bank's directory; the link was used up with it.
 * @returns the invited user, or undefined if the link is not valid
 */
export async function takeInvitation(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  { digest, directory }: { readonly digest: Buffer; readonly directory: DirectoryUserId },
): Promise<User | undefined> {
  const link = await findLink(trx, digest)
  const at = needs.clock.now()
  if (link?.kind !== 'invitation' || !isValidAt(link, at)) return undefined
  const user = await findUser(trx, link.userId ?? '')
  if (user?.state !== 'invited' || !(await takeLink(trx, digest, at))) return undefined
  await setDirectory(trx, user.id, directory)
  await setUserState(trx, user.id, 'active')
  await recordAcceptance(needs, trx, originOf(requestOrigin, user.id), link)
  return requireUser(trx, user.id)
}

/** Returns the digest of an invitation that can be accepted now. @throws AppError `not_found` */
export async function requireInvitation(needs: UserNeeds, token: string): Promise<Buffer> {
  await requireLink(needs, token, ['invitation'])
  return linkDigest(needs.keyring, token)
}

interface NewAdministrator {
  readonly token: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/**
 * Creates the first administrator and signs them in. Of two claims at once, one wins.
 * @throws AppError `not_found`, `invalid_request`, `conflict`
 */
export async function claimSetup(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  asked: NewAdministrator,
): Promise<{ readonly user: User; readonly opened: OpenedSession }> {
  await requireLink(needs, asked.token, ['setup'])
  assertLocalSignIn(needs.config, { ...asked, role: 'administrator', directory: undefined })
  await needs.passwords.assertGood(asked.password, asked)
  const passwordHash = await needs.passwords.hash(asked.password)
  const createdAt = needs.clock.now()
  const id = newId('usr', createdAt)
  try {
    return await inTransaction(needs.db, async (trx) => {
      const isOpen = (await countAdministrators(trx, ['active', 'disabled'])) === 0
      const digest = linkDigest(needs.keyring, asked.token)
      if (!isOpen || !(await takeLink(trx, digest, createdAt))) throw refuseLink()
      const { email, name } = asked
      const fields = { role: 'administrator', state: 'active', passwordHash, createdAt } as const
      await insertUser(trx, { id, email, name, ...fields })
      await deleteSetupLinks(trx)
      const subject = { kind: 'user', id } as const
      await recordAudit(needs, trx, {
        by: originOf(requestOrigin, id),
        action: 'user.set_up',
        subject,
      })
      const user = await requireUser(trx, id)
      const stage = stageAfterPassword(needs, [])
      if (stage === 'full') await recordSignInPlace(needs, trx, requestOrigin, id)
      return { user, opened: await openSession(needs, trx, requestOrigin, { userId: id, stage }) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseEmail()
    throw error
  }
}

/**
 * Sets the password of an invited user or after a reset. Does not sign in and does not change second factors.
 * @throws AppError `not_found`, `invalid_request`, `conflict` if the user may not have a password
 */
export async function acceptLink(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<User> {
  const link = await requireLink(needs, token, ['invitation', 'password_reset'])
  const { userId = '' } = link
  const known = await findUser(needs.db.reader, userId)
  if (known === undefined) throw refuseLink()
  assertLocalSignIn(needs.config, known)
  await needs.passwords.assertGood(password, known)
  const hash = await needs.passwords.hash(password)
  return inTransaction(needs.db, async (trx) => {
    const at = needs.clock.now()
    const user = await requireUser(trx, userId)
    // Somebody who accepted the invitation with the directory meanwhile gets no password.
    if (user.state === 'disabled' || user.directory !== undefined) throw refuseLink()
    if (!(await takeLink(trx, linkDigest(needs.keyring, token), at))) throw refuseLink()
    await setPassword(trx, user.id, { hash, at })
    await setUserState(trx, user.id, 'active')
    await deleteSessionsOf(trx, user.id)
    await recordAcceptance(needs, trx, originOf(requestOrigin, user.id), link)
    return { ...user, state: 'active' }
  })
}

/** The user accepts; whoever issued the link could have used it and is therefore recorded too. */
async function recordAcceptance(
  needs: UserNeeds,
  trx: Trx,
  by: AuditOrigin,
  { kind, userId = '', madeBy }: Link,
): Promise<void> {
  const isReset = kind === 'password_reset'
  const action = isReset ? 'user.password_reset' : 'user.invitation_accepted'
  const subject = { kind: 'user', id: userId } as const
  const details = madeBy === undefined ? {} : { link_made_by: madeBy.id ?? madeBy.kind }
  await recordAudit(needs, trx, { by, action, subject, details })
  if (!isReset) return
  const maker = madeBy === undefined ? {} : { actor: madeBy }
  await addAccountNotice(needs, trx, by, { userId, kind: 'password_reset', ...maker })
}

/** @throws AppError `not_found` */
export async function requireUser(trx: Trx, id: string): Promise<User> {
  const user = await findUser(trx, id)
  if (user === undefined) throw new AppError('not_found', 'No user has this id.')
  return user
}

export function refuseEmail(): AppError {
  const message = 'Another user has this e-mail address already.'
  return new AppError('conflict', message, { param: 'email' })
}

async function issue(
  needs: LinkNeeds,
  trx: Trx,
  { actor: madeBy }: AuditOrigin,
  { kind, userId }: { readonly kind: LinkKind; readonly userId: string | undefined },
): Promise<IssuedLink> {
  const token = newToken()
  const createdAt = needs.clock.now()
  const expiresAt = createdAt + linkLifeMs[kind]
  const link = { kind, userId, madeBy, createdAt, expiresAt }
  await insertLink(trx, link, linkDigest(needs.keyring, token))
  return { url: urlOf(consoleUrlOf(needs.config), kind, token), expiresAt }
}

/** The token comes after the `#`, which browsers do not send to servers, so it reaches no log. */
function urlOf(consoleUrl: string, kind: LinkKind, token: string): string {
  const pages = { setup: 'set-up', invitation: 'invitation', password_reset: 'new-password' }
  return `${consoleUrl}/console/${pages[kind]}#${token}`
}

async function requireLink(
  needs: UserNeeds,
  token: string,
  kinds: readonly LinkKind[],
): Promise<Link> {
  const link = await findLink(needs.db.reader, linkDigest(needs.keyring, token))
  const isGood =
    link !== undefined &&
    kinds.includes(link.kind) &&
    link.usedAt === undefined &&
    isValidAt(link, needs.clock.now())
  if (!isGood) throw refuseLink()
  if (link.kind === 'setup' && !(await isSetupOpen(needs))) throw refuseLink()
  return link
}

/** A link of a clock that was ahead would be valid for too long, and ends when the clock is set back. */
function isValidAt({ createdAt, expiresAt }: Link, nowMs: number): boolean {
  return expiresAt > nowMs && !isFromFuture(createdAt, nowMs)
}

/** The same message for unknown, used and expired links, and for a completed set-up. */
function refuseLink(): AppError {
  return new AppError(
    'not_found',
    'This link is not valid: it was used or has expired. Ask for a new one.',
  )
}

function refuseSetup(): AppError {
  const message =
    'There is an administrator already. Another administrator can restore access, or use svc users reset-second-factor or svc users create on this host.'
  return new AppError('conflict', message)
}
