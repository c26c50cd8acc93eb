// Judges whether a decider counts as one person with the requester: whoever made the requester's account may hold it
// still, and would approve what they asked for themselves.

import type { Reader } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Approval, approvalLifeMs, kindRow } from './approval.ts'
import { hasDeciderBeside, hasRemovedDecider } from './approval-view.ts'

export interface TieNeeds {
  readonly clock: Clock
  /**
   * Returns a function that returns the users who may be able to sign in to a user's account, and those to whose
   * accounts this user may.
   */
  readTies(db: Reader, nowMs: number): Promise<TiesOf>
}

type TiesOf = (userId: string) => ReadonlySet<string>

type RequestedChange = Pick<Approval, 'kind' | 'requestedBy' | 'subject'>

/** Returns false where nobody else can decide, unless one of the two accounts removed who could. */
export async function isOnePerson(
  { clock, readTies }: TieNeeds,
  db: Reader,
  request: RequestedChange,
  deciderId: string,
): Promise<boolean> {
  const nowMs = clock.now()
  const ties = (await readTies(db, nowMs))(request.requestedBy)
  return ties.has(deciderId) && isBarred(db, { request, ties, deciderId, nowMs })
}

interface Tied {
  readonly request: RequestedChange
  /** Of the requester; the decider is one of them. */
  readonly ties: ReadonlySet<string>
  readonly deciderId: string
  readonly nowMs: number
}

async function isBarred(
  db: Reader,
  { request: { kind, requestedBy, subject }, ties, deciderId, nowMs }: Tied,
): Promise<boolean> {
  const { deciders } = kindRow(kind)
  const sinceMs = nowMs - approvalLifeMs
  const hasRemoved = (userId: string) => hasRemovedDecider(db, deciders, { userId, sinceMs })
  const isAlone =
    !(await hasDeciderBeside(db, deciders, [requestedBy, subject.id, ...ties])) &&
    !(await hasRemoved(deciderId)) &&
    !(await hasRemoved(requestedBy))
  return !isAlone
}

/** Returns those of these requests whose requester counts as one person with the decider. */
export async function listTied<One extends RequestedChange>(
  { clock, readTies }: TieNeeds,
  db: Reader,
  requests: readonly One[],
  deciderId: string,
): Promise<ReadonlySet<One>> {
  const nowMs = clock.now()
  const tiesOf = await readTies(db, nowMs)
  const judged = new Map<string, boolean>()
  const tied = new Set<One>()
  for (const one of requests) {
    const ties = tiesOf(one.requestedBy)
    if (!ties.has(deciderId)) continue
    const { kind, requestedBy, subject } = one
    const alike = [kind, requestedBy, subject.kind === 'user' ? subject.id : ''].join(' ')
    const isTied =
      judged.get(alike) ?? (await isBarred(db, { request: one, ties, deciderId, nowMs }))
    judged.set(alike, isTied)
    if (isTied) tied.add(one)
  }
  return tied
}
