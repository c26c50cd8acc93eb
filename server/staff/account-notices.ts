// Writes down what was done to an account, in the transaction that does it, and shows it to the owner.

import type { AuditActor, AuditOrigin } from '../audit/audit.ts'
import { inTransaction, type Reader, type Trx } from '../db/transaction.ts'
import { newId } from '../kernel/ids.ts'
import {
  type AccountNotice,
  type AccountNoticeKind,
  isReset,
  isToldKind,
  noticesKeptMs,
  toldAgainMs,
} from './account-notice.ts'
import {
  insertNotice,
  listNotices,
  listUnseenNotices,
  setNoticesSeen,
  setNoticesUnseen,
} from './account-notice-store.ts'
import { findNames } from './member-store.ts'
import type { Role } from './role.ts'
import type { StaffNeeds, Visit } from './visitor.ts'

export interface NewNotice {
  readonly userId: string
  readonly kind: AccountNoticeKind
  /** In the place of whose request it was: the maker of a link. */
  readonly actor?: AuditActor
  readonly approvedById?: string | undefined
  readonly role?: Role
  readonly previousRole?: Role
  readonly sessionId?: string
  readonly browser?: string
  /** Stands in the list without being told: its owner has just done it on the way in. */
  readonly isQuiet?: boolean
}

export async function noteOnAccount(
  { clock }: Pick<StaffNeeds, 'clock'>,
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
  const isTold = asked.isQuiet !== true && isToldKind(kind)
  // Whoever took an account over has seen what was done; who gets it back by a reset has not.
  if (isReset(kind)) await setNoticesUnseen(trx, { userId, since: at - toldAgainMs })
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
    seenAt: isTold ? undefined : at,
  })
}

/** A notice with the names of the users in it. */
export interface NamedNotice extends AccountNotice {
  readonly byName: string | undefined
  readonly approvedByName: string | undefined
}

const noticesShownMax = 50

/** What the owner has not seen of the time before this session, oldest first. */
export async function readUnseenNotices(
  { db }: Pick<StaffNeeds, 'db'>,
  { member, session }: Pick<Visit, 'member' | 'session'>,
): Promise<readonly NamedNotice[]> {
  if (session.stage !== 'full') return []
  const asked = { userId: member.id, until: session.createdAt, limit: noticesShownMax }
  return withNames(db.reader, await listUnseenNotices(db.reader, asked))
}

/** What was done to the account in the last ninety days, newest first. */
export async function readNotices(
  { db, clock }: Pick<StaffNeeds, 'db' | 'clock'>,
  userId: string,
): Promise<readonly NamedNotice[]> {
  const since = clock.now() - noticesKeptMs
  return withNames(db.reader, await listNotices(db.reader, { userId, since, limit: 50 }))
}

/** The owner has seen what there was before this session; how many that were. */
export function markNoticesSeen(
  { db, clock }: Pick<StaffNeeds, 'db' | 'clock'>,
  { member, session }: Visit,
): Promise<number> {
  const asked = { userId: member.id, until: session.createdAt, at: clock.now() }
  return inTransaction(db, (trx) => setNoticesSeen(trx, asked))
}

async function withNames(
  db: Reader,
  notices: readonly AccountNotice[],
): Promise<readonly NamedNotice[]> {
  const ids = notices.flatMap(({ by, approvedById }) =>
    [by.kind === 'staff' ? by.id : undefined, approvedById].filter((id) => id !== undefined),
  )
  const names = await findNames(db, [...new Set(ids)])
  return notices.map((notice) => ({
    ...notice,
    byName: names.get(notice.by.id ?? ''),
    approvedByName: names.get(notice.approvedById ?? ''),
  }))
}
