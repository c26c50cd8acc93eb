// Reads whether a user is too closely tied to a review to be its second person.

import type { Reader } from '../db/transaction.ts'
import { findTies } from '../users/account-ties.ts'
import type { SecondPerson } from './four-eyes-policy.ts'
import type { Review } from './review.ts'
import { listAuthors } from './review-view.ts'
import type { ReviewNeeds } from './review-work.ts'

/** Compares the user's ties with the proposer, the holder of the claim, and the authors of the history. */
export async function readSecondPerson(
  { clock }: Pick<ReviewNeeds, 'clock'>,
  db: Reader,
  { id, progress, claim }: Review,
  userId: string,
): Promise<SecondPerson> {
  const ties = await findTies(db, userId, clock.now())
  if (ties.size === 0) return { userId, tiedTo: [] }
  const proposer = progress.state === 'proposed' ? progress.proposal.by : undefined
  const known = [proposer, claim?.by].filter((other) => other !== undefined)
  const involved = [...known, ...(await listAuthors(db, id))]
  return { userId, tiedTo: involved.filter((other) => ties.has(other)) }
}
