// Adds account notices in the transaction of the change, and reads them for the account's owner.

import type { AuditActor, AuditOrigin } from '../../audit/audit.ts'
import { inTransaction, type Reader, type Trx } from '../../db/transaction.ts'
import { newId } from '../../kernel/ids.ts'
import type { UserNeeds } from '../request-origin.ts'
import type { Role } from '../role.ts'
import type { SignedIn } from '../user.ts'
import { readUserNames } from '../user-names-view.ts'
import {
  type AccountNotice,
  type AccountNoticeKind,
  isReset,
  isShownAtSignIn,
  type NamedNotice,
  noticesKeptMs,
  shownAgainMs,
} from './account-notice.ts'
import {
  insertNotice,
  listNotices,
  listUnseenNotices,
  setNoticesSeen,
  setNoticesUnseen,
} from './account-notice-store.ts'

export interface NewNotice {
  readonly userId: string
  readonly kind: AccountNoticeKind
  /** Named instead of the actor of the request: whoever issued the link that was used. */
  readonly actor?: AuditActor
  readonly approvedById?: string | undefined
  readonly role?: Role
  readonly previousRole?: Role
  readonly sessionId?: string
  readonly browser?: string
  /** Lists the notice without showing it at sign-in: the owner just did this while signing in. */
  readonly isQuiet?: boolean
}

export async function addAccountNotice(
  { clock }: Pick<UserNeeds, 'clock'>,
  trx: Trx,
  by: AuditOrigin,
  asked: NewNotice,
): Promise<void> {
  const at = clock.now()
  const {
    userId,
    kind,
    actor = by.actor,
    approvedById,
    role,
    previousRole,
    sessionId,
    browser,
  } = asked
  const isUnseen = asked.isQuiet !== true && isShownAtSignIn(kind)
  // An intruder may have seen the notices; the owner who gets the account back by a reset has not.
  if (isReset(kind)) await setNoticesUnseen(trx, { userId, since: at - shownAgainMs })
  await insertNotice(trx, {
    id: newId('ntc', at),
    userId,
    kind,
    at,
    by: actor,
    approvedById,
    role,
    previousRole,
    count: 1,
    sessionId,
    clientAddress: by.clientAddress,
    browser,
    seenAt: isUnseen ? undefined : at,
  })
}

const noticesShownMax = 50

/** Returns unseen notices from before this session, oldest first; none before sign-in is complete. */
export async function readUnseenNotices(
  { db }: Pick<UserNeeds, 'db'>,
  { user, session }: Pick<SignedIn, 'user' | 'session'>,
): Promise<readonly NamedNotice[]> {
  if (session.stage !== 'full') return []
  const asked = { userId: user.id, until: session.createdAt, limit: noticesShownMax }
  return withNames(db.reader, await listUnseenNotices(db.reader, asked))
}

/** Returns the last 50 notices of the last 90 days, newest first. */
export async function readNotices(
  { db, clock }: Pick<UserNeeds, 'db' | 'clock'>,
  userId: string,
): Promise<readonly NamedNotice[]> {
  const since = clock.now() - noticesKeptMs
  return withNames(db.reader, await listNotices(db.reader, { userId, since, limit: 50 }))
}

/** Marks the notices from before this session as seen. Resolves with their number. */
export function markNoticesSeen(
  { db, clock }: Pick<UserNeeds, 'db' | 'clock'>,
  { user, session }: SignedIn,
): Promise<number> {
  const asked = { userId: user.id, until: session.createdAt, at: clock.now() }
  return inTransaction(db, (trx) => setNoticesSeen(trx, asked))
}

async function withNames(
  db: Reader,
  notices: readonly AccountNotice[],
): Promise<readonly NamedNotice[]> {
  const ids = notices.flatMap(({ by, approvedById }) =>
    [by.kind === 'user' ? by.id : undefined, approvedById].filter((id) => id !== undefined),
  )
  const names = await readUserNames(db, ids)
  return notices.map((notice) => ({
    ...notice,
    byName: names.get(notice.by.id ?? ''),
    approvedByName: names.get(notice.approvedById ?? ''),
  }))
}
