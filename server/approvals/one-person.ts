// Judges whether a decider counts as one person with the requester: whoever made the requester's account may hold it
// still, and would approve what they asked for themselves.

import type { Reader } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Approval, approvalLifeMs, kindRow } from './approval.ts'
import { hasDeciderBeside, hasRemovedDecider } from './approval-view.ts'

export interface TieNeeds {
  readonly clock: Clock
  /** Returns the users who may be able to sign in to this user's account, and those to whose accounts this user may. */
  findTies(db: Reader, userId: string, nowMs: number): Promise<ReadonlySet<string>>
}

type RequestedChange = Pick<Approval, 'kind' | 'requestedBy' | 'subject'>

/** Returns false where nobody else can decide, unless one of the two accounts removed who could. */
export async function isOnePerson(
  { clock, findTies }: TieNeeds,
  db: Reader,
  { kind, requestedBy, subject }: RequestedChange,
  deciderId: string,
): Promise<boolean> {
  const nowMs = clock.now()
  const ties = await findTies(db, requestedBy, nowMs)
  if (!ties.has(deciderId)) return false
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
  needs: TieNeeds,
  db: Reader,
  requests: readonly One[],
  deciderId: string,
): Promise<ReadonlySet<One>> {
  const ties = await needs.findTies(db, deciderId, needs.clock.now())
  const judged = new Map<string, boolean>()
  const tied = new Set<One>()
  for (const one of requests) {
    if (!ties.has(one.requestedBy)) continue
    const { kind, requestedBy, subject } = one
    const alike = [kind, requestedBy, subject.kind === 'user' ? subject.id : ''].join(' ')
    const isTied = judged.get(alike) ?? (await isOnePerson(needs, db, one, deciderId))
    judged.set(alike, isTied)
    if (isTied) tied.add(one)
  }
  return tied
}
