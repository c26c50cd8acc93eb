// Reads what decides whether somebody can be the second pair of eyes on a case.

import type { Reader } from '../db/transaction.ts'
import { findTies } from '../staff/account-ties.ts'
import type { SecondPerson } from './four-eyes-policy.ts'
import type { Review } from './review.ts'
import { listAuthors } from './review-view.ts'
import type { ReviewNeeds } from './review-work.ts'

/** Parties to a case are who proposed, who holds it and everybody who wrote in its history. */
export async function readSecondPerson(
  { clock }: Pick<ReviewNeeds, 'clock'>,
  db: Reader,
  { id, progress, claim }: Review,
  memberId: string,
): Promise<SecondPerson> {
  const ties = await findTies(db, memberId, clock.now())
  if (ties.size === 0) return { memberId, tiedTo: [] }
  const proposer = progress.state === 'proposed' ? progress.proposal.by : undefined
  const known = [proposer, claim?.by].filter((party) => party !== undefined)
  const parties = [...known, ...(await listAuthors(db, id))]
  return { memberId, tiedTo: parties.filter((party) => ties.has(party)) }
}
