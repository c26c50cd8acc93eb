// Signs a person of the bank's directory in: finds or creates their account, lets its role follow their groups, and
// opens a session. The own second factor is asked for unless the directory vouches for one.

import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { DirectoryPerson } from '../../directory/directory.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findSecondFactors } from '../factors/second-factors.ts'
import { changeRoleWithin, createFromDirectory, isLastAdministrator } from '../manage-users.ts'
import { type DirectoryNeeds, originOf, type RequestOrigin } from '../request-origin.ts'
import type { Role } from '../role.ts'
import { deleteSessionsOf, setConfirmed } from '../session-store.ts'
import { type OpenedSession, openSession } from '../sessions.ts'
import { stageAfterPassword } from '../sign-in/sign-in.ts'
import { recordSignInPlace } from '../sign-in/unusual-sign-ins.ts'
import { isFresh, type SecondFactor, type SignedIn, type User } from '../user.ts'
import { parseConsoleBody } from '../user-input.ts'
import { requireUser, takeInvitation } from '../user-links.ts'
import { findUserByEmail, findUserOfDirectory } from '../user-store.ts'
import { isStrong, roleOfGroups } from './directory-role.ts'
import type { DirectoryVisit } from './directory-visit.ts'
import { completeVisit, type DirectoryRefusal, refuseDirectory } from './directory-visits.ts'

interface DirectorySignIn {
  readonly opened: OpenedSession
  readonly user: User
  /** Second factors for the second step; empty if there is none. */
  readonly factors: readonly SecondFactor[]
}

interface Back {
  /** Of the browser's cookie; undefined if it has none. */
  readonly token: string | undefined
  /** What the directory added to the redirect URI. */
  readonly query: string
}

type Admission =
  | { readonly kind: 'admitted'; readonly user: User }
  /** The effects of a refusal, such as ended sessions, are committed. */
  | { readonly kind: 'refused'; readonly code: DirectoryRefusal; readonly userId?: string }

/** @throws AppError `unauthenticated`, `rate_limited`, `unavailable` */
export async function signInWithDirectory(
  needs: DirectoryNeeds,
  requestOrigin: RequestOrigin,
  back: Back,
): Promise<DirectorySignIn> {
  const completed = await completeVisit(needs, requestOrigin, { ...back, purpose: 'sign_in' })
  const { person, visit, forgive } = completed
  const done = await inTransaction(needs.db, async (trx) => {
    const admission = await admit(needs, trx, requestOrigin, person, visit)
    if (admission.kind === 'refused') {
      await recordRefusal(needs, trx, requestOrigin, admission)
      return admission
    }
    await forgive(trx)
    return {
      kind: 'in' as const,
      ...(await open(needs, trx, requestOrigin, admission.user, person)),
    }
  }).catch((error: unknown) => {
    // The other of two first sign-ins at once created the account.
    if (isUniqueViolation(error)) throw refuseDirectory('start_again')
    throw error
  })
  if (done.kind === 'in') return done
  const { code, userId } = done
  const { requestId: request_id, clientAddress: client_address } = requestOrigin
  needs.log.warn('directory_sign_in_refused', {
    request_id,
    client_address,
    reason: code,
    ...(userId === undefined ? {} : { user_id: userId }),
  })
  throw refuseDirectory(code, userId)
}

/**
 * Makes the session fresh after the directory asked its owner for a new proof.
 * @throws AppError `unauthenticated`, `rate_limited`, `unavailable`
 */
export async function confirmWithDirectory(
  needs: DirectoryNeeds,
  requestOrigin: RequestOrigin,
  { user, session }: SignedIn,
  back: Back,
): Promise<void> {
  const { person, forgive } = await completeVisit(needs, requestOrigin, {
    ...back,
    purpose: 'confirm',
  })
  const provedAt = Math.min(person.provedAt ?? 0, needs.clock.now())
  const isSame =
    user.directory?.issuer === person.issuer && user.directory.subject === person.subject
  const isDone = isSame && isFresh({ confirmedAt: provedAt }, needs.clock.now())
  await inTransaction(needs.db, async (trx) => {
    await recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.confirmed',
      subject: { kind: 'user', id: user.id },
      outcome: isDone ? 'done' : 'failed',
      details: { factor: 'directory', ...(isSame ? {} : { reason: 'other_person' }) },
    })
    if (!isDone) return
    await forgive(trx)
    await setConfirmed(trx, session.id, provedAt)
  })
  if (!isDone) throw refuseDirectory(isSame ? 'answer_invalid' : 'other_person', user.id)
}

async function admit(
  needs: DirectoryNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  person: DirectoryPerson,
  { linkDigest }: DirectoryVisit,
): Promise<Admission> {
  const { oidc } = needs.config
  if (oidc === undefined) throw new Error('there is no directory')
  const known = await findUserOfDirectory(trx, person)
  const refuse = (code: DirectoryRefusal): Admission => ({
    kind: 'refused',
    code,
    ...(known === undefined ? {} : { userId: known.id }),
  })
  if (known?.state === 'disabled') return refuse('disabled_account')
  const given = roleOfGroups(oidc.groups, person.groups)
  if (given.kind !== 'role') {
    // Whoever lost their groups lost their access.
    if (known !== undefined) await deleteSessionsOf(trx, known.id)
    return refuse(given.kind)
  }
  if (linkDigest !== undefined) {
    if (known !== undefined) return refuse('invitation_spent')
    const directory = { issuer: person.issuer, subject: person.subject }
    const invited = await takeInvitation(needs, trx, requestOrigin, {
      digest: linkDigest,
      directory,
    })
    if (invited === undefined) return refuse('invitation_spent')
    return withRole(needs, trx, requestOrigin, invited, given.role)
  }
  if (known !== undefined) return withRole(needs, trx, requestOrigin, known, given.role)
  if (!oidc.createUsers) return refuse('not_invited')
  return create(needs, trx, requestOrigin, person, given.role)
}

/** Lets the role follow the groups. A last administrator who would lose it is refused, and is signed out everywhere. */
async function withRole(
  needs: DirectoryNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  user: User,
  role: Role,
): Promise<Admission> {
  if (role === user.role) return { kind: 'admitted', user }
  const change = { by: byDirectory(requestOrigin), agreed: 'directory' } as const
  if (await isLastAdministrator(trx, user)) {
    await deleteSessionsOf(trx, user.id)
    return { kind: 'refused', code: 'last_administrator', userId: user.id }
  }
  await changeRoleWithin(needs, trx, change, user, role)
  return { kind: 'admitted', user: await requireUser(trx, user.id) }
}

async function create(
  needs: DirectoryNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  person: DirectoryPerson,
  role: Role,
): Promise<Admission> {
  const asked = readableNames(person, role)
  if (asked === undefined) return { kind: 'refused', code: 'no_email' }
  const namesake = await findUserByEmail(trx, asked.email)
  if (namesake !== undefined) return { kind: 'refused', code: 'email_taken' }
  const directory = { issuer: person.issuer, subject: person.subject }
  const by = byDirectory(requestOrigin)
  const user = await createFromDirectory(needs, trx, by, { ...asked, directory })
  return { kind: 'admitted', user }
}

/** Returns undefined if the directory gives no usable address. A missing name is replaced by the address. */
function readableNames({ email, name }: DirectoryPerson, role: Role) {
  for (const shown of [name?.slice(0, 100), email]) {
    try {
      return parseConsoleBody('newUser', { email, name: shown, role })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return undefined
}

async function open(
  needs: DirectoryNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  user: User,
  person: DirectoryPerson,
): Promise<DirectorySignIn> {
  const { oidc } = needs.config
  const factors = await findSecondFactors(trx, user)
  const isWhole = oidc !== undefined && isStrong(person, oidc)
  const stage = isWhole ? 'full' : stageAfterPassword(needs, factors)
  const unusual =
    stage === 'full' ? await recordSignInPlace(needs, trx, requestOrigin, user.id) : {}
  const provedAt = Math.min(person.provedAt ?? 0, needs.clock.now())
  const opened = await openSession(needs, trx, requestOrigin, { userId: user.id, stage, provedAt })
  await recordAudit(needs, trx, {
    by: originOf(requestOrigin, user.id),
    action: 'user.signed_in',
    subject: { kind: 'user', id: user.id },
    details: { factor: 'directory', ...unusual },
  })
  return { opened, user, factors }
}

/** Unknown people are only counted (`count-refusals.ts`), as at the local sign-in. */
async function recordRefusal(
  needs: DirectoryNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  { code, userId }: { readonly code: DirectoryRefusal; readonly userId?: string },
): Promise<void> {
  if (userId === undefined) return
  await recordAudit(needs, trx, {
    by: originOf(requestOrigin, undefined),
    action: 'user.signed_in',
    subject: { kind: 'user', id: userId },
    outcome: 'failed',
    details: { factor: 'directory', reason: code },
  })
}

/** The directory acts through the appliance; the request is the one that brought its word. */
function byDirectory({ clientAddress, requestId }: RequestOrigin): AuditOrigin {
  return { actor: { kind: 'system', id: undefined }, clientAddress, requestId }
}
