// Links that let somebody in once, for as long as their kind lives: the set-up of the first administrator,
// invitations, new passwords. Whoever starts one never learns the password that is chosen.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { isUniqueViolation } from '../db/sqlite-errors.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { newId } from '../kernel/ids.ts'
import { consoleUrlOf } from '../settings/console-url.ts'
import { noteOnAccount } from './account-notices.ts'
import {
  deleteLinksOf,
  deleteSetupLinks,
  findLink,
  insertLink,
  type Link,
  takeLink,
} from './link-store.ts'
import {
  countAdministrators,
  findMember,
  insertMember,
  setMemberState,
  setPassword,
} from './member-store.ts'
import { linkDigest, newToken } from './secrets.ts'
import { deleteSessionsOf } from './session-store.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import { stageAfterPassword } from './sign-in.ts'
import { type LinkKind, linkLifeMs, type Member } from './staff.ts'
import { judgePlace } from './unusual-sign-ins.ts'
import { originOf, type StaffNeeds, type Visitor } from './visitor.ts'

type LinkNeeds = Pick<StaffNeeds, 'clock' | 'keyring' | 'config'>

/** A link together with its address, which is kept nowhere. */
export interface IssuedLink {
  readonly url: string
  readonly expiresAt: number
}

/** Whether there is no administrator yet, and so the set-up is still to be done. */
export async function isSetupOpen({ db }: Pick<StaffNeeds, 'db'>): Promise<boolean> {
  return (await countAdministrators(db.reader, ['active', 'disabled'])) === 0
}

/** The older ones end. @throws AppError `conflict` once there is an administrator */
export function issueSetupLink(needs: StaffNeeds, by: AuditOrigin): Promise<IssuedLink> {
  return inTransaction(needs.db, async (trx) => {
    if ((await countAdministrators(trx, ['active', 'disabled'])) > 0) throw refuseSetup()
    await deleteSetupLinks(trx)
    const link = await issue(needs, trx, by, { kind: 'setup', memberId: undefined })
    const details = { expires_at: link.expiresAt }
    await recordAudit(needs, trx, { by, action: 'staff.setup_link_issued', details })
    return link
  })
}

/** For a member who is there; ends the member's older links. */
export async function issueMemberLink(
  needs: LinkNeeds,
  trx: Trx,
  by: AuditOrigin,
  link: { readonly kind: 'invitation' | 'password_reset'; readonly memberId: string },
): Promise<IssuedLink> {
  await deleteLinksOf(trx, link.memberId)
  return issue(needs, trx, by, link)
}

export interface NewAdministrator {
  readonly token: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Of two claims at once, one wins. @throws AppError `not_found`, `invalid_request` */
export async function claimSetup(
  needs: StaffNeeds,
  visitor: Visitor,
  asked: NewAdministrator,
): Promise<{ readonly member: Member; readonly opened: OpenedSession }> {
  await requireLink(needs, asked.token, ['setup'])
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
      await insertMember(trx, { id, email, name, ...fields })
      await deleteSetupLinks(trx)
      const subject = { kind: 'staff', id } as const
      await recordAudit(needs, trx, { by: originOf(visitor, id), action: 'staff.set_up', subject })
      const member = await requireMember(trx, id)
      const stage = stageAfterPassword(needs, [])
      if (stage === 'full') await judgePlace(needs, trx, visitor, id)
      return { member, opened: await openSession(needs, trx, visitor, { memberId: id, stage }) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseEmail()
    throw error
  }
}

/**
 * Sets the password that an invitation or a reset was for. It signs nobody in, and leaves the second
 * factor as it is.
 * @throws AppError `not_found`, `invalid_request`
 */
export async function acceptLink(
  needs: StaffNeeds,
  visitor: Visitor,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<Member> {
  const link = await requireLink(needs, token, ['invitation', 'password_reset'])
  const { memberId = '' } = link
  const known = await findMember(needs.db.reader, memberId)
  if (known === undefined) throw refuseLink()
  await needs.passwords.assertGood(password, known)
  const hash = await needs.passwords.hash(password)
  return inTransaction(needs.db, async (trx) => {
    const at = needs.clock.now()
    const member = await requireMember(trx, memberId)
    if (member.state === 'disabled') throw refuseLink()
    if (!(await takeLink(trx, linkDigest(needs.keyring, token), at))) throw refuseLink()
    await setPassword(trx, member.id, { hash, at })
    await setMemberState(trx, member.id, 'active')
    await deleteSessionsOf(trx, member.id)
    await recordAcceptance(needs, trx, originOf(visitor, member.id), link)
    return { ...member, state: 'active' }
  })
}

/** Who accepts is whom the link was made for; who made it, and so had it in hand, is named beside. */
async function recordAcceptance(
  needs: StaffNeeds,
  trx: Trx,
  by: AuditOrigin,
  { kind, memberId = '', madeBy }: Link,
): Promise<void> {
  const isReset = kind === 'password_reset'
  const action = isReset ? 'staff.password_reset' : 'staff.invitation_accepted'
  const subject = { kind: 'staff', id: memberId } as const
  const details = madeBy === undefined ? {} : { link_made_by: madeBy.id ?? madeBy.kind }
  await recordAudit(needs, trx, { by, action, subject, details })
  if (!isReset) return
  const maker = madeBy === undefined ? {} : { actor: madeBy }
  await noteOnAccount(needs, trx, by, { userId: memberId, kind: 'password_reset', ...maker })
}

/** @throws AppError `not_found` */
export async function requireMember(trx: Trx, id: string): Promise<Member> {
  const member = await findMember(trx, id)
  if (member === undefined) throw new AppError('not_found', 'Nobody of the staff has this id.')
  return member
}

export function refuseEmail(): AppError {
  const message = 'Somebody of the staff has this e-mail address already.'
  return new AppError('conflict', message, { param: 'email' })
}

async function issue(
  needs: LinkNeeds,
  trx: Trx,
  { actor: madeBy }: AuditOrigin,
  { kind, memberId }: { readonly kind: LinkKind; readonly memberId: string | undefined },
): Promise<IssuedLink> {
  const token = newToken()
  const createdAt = needs.clock.now()
  const expiresAt = createdAt + linkLifeMs[kind]
  const kept = { digest: linkDigest(needs.keyring, token), createdAt }
  await insertLink(trx, { kind, memberId, madeBy, expiresAt }, kept)
  return { url: urlOf(consoleUrlOf(needs.config), kind, token), expiresAt }
}

/** The token stands behind the `#`: browsers send that to no server, so it reaches no log. */
function urlOf(consoleUrl: string, kind: LinkKind, token: string): string {
  const pages = { setup: 'set-up', invitation: 'invitation', password_reset: 'new-password' }
  return `${consoleUrl}/console/${pages[kind]}#${token}`
}

async function requireLink(
  needs: StaffNeeds,
  token: string,
  kinds: readonly LinkKind[],
): Promise<Link> {
  const link = await findLink(needs.db.reader, linkDigest(needs.keyring, token))
  const isGood =
    link !== undefined &&
    kinds.includes(link.kind) &&
    link.usedAt === undefined &&
    link.expiresAt > needs.clock.now()
  if (!isGood) throw refuseLink()
  if (link.kind === 'setup' && !(await isSetupOpen(needs))) throw refuseLink()
  return link
}

/** One message for unknown, used and expired links, and for a set-up that is done. */
function refuseLink(): AppError {
  return new AppError(
    'not_found',
    'This link is not valid: it was used or is too old. Ask for another.',
  )
}

function refuseSetup(): AppError {
  const message =
    'There is an administrator already. Who has lost access is let in again by another administrator, or on this host: svc users reset-second-factor, svc users create.'
  return new AppError('conflict', message)
}
