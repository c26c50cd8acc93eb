// What the two reviewers of the demo's invented fortnight did: through the same use cases as the console's,
// they work off the queue from its oldest case on, and leave what came last for whoever opens the demo.

import { claimNext } from '../reviews/claim-review.ts'
import {
  approveProposal,
  type Decision,
  decideReview,
  rejectProposal,
} from '../reviews/decide-review.ts'
import type { Review } from '../reviews/review.ts'
import { countReviews } from '../reviews/review-counts-view.ts'
import type { Acting } from '../reviews/review-work.ts'
import { writeNote } from '../reviews/write-entry.ts'
import { readPeople } from '../staff/read-people.ts'
import { decisionOn } from './invented/decisions.ts'
import type { PastAppliance } from './past-appliance.ts'
import type { Happening } from './seed-access.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** In UTC, on working days. */
const hours = [9.4, 14.6]
const casesAtOnce = 4
/** So that there is something to do also in a small demo. */
const leftOpen = 4
/** From then on nobody works. */
const quietMs = 30 * hourMs
/** The last thing that is done: disputes, which wait for the other. */
const proposals = 2

export async function seedReviews(
  past: PastAppliance,
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
): Promise<readonly Happening[]> {
  const reviewers = await reviewersOf(past)
  const moments = workingMoments(startMs, nowMs - quietMs)
  let worked = 0
  const nextNumber = () => {
    worked += 1
    return worked
  }
  return moments.map((at, turn) => {
    const acting = reviewers[turn % reviewers.length]
    const isLast = turn === moments.length - 1
    return {
      at,
      happen: () => workOff(past, isLast ? reviewers.at(-1) : acting, { nextNumber, isLast }),
    }
  })
}

/** The demo's own reviewer first, the colleague last. */
async function reviewersOf({ appliance }: PastAppliance): Promise<readonly Acting[]> {
  const people = await readPeople(appliance, { limit: 10, after: undefined })
  return people
    .filter(({ role }) => role === 'reviewer')
    .toSorted((one, other) => one.email.length - other.email.length)
    .map(({ id }) => ({
      memberId: id,
      by: {
        actor: { kind: 'staff', id },
        clientAddress: '192.0.2.17',
        requestId: undefined,
      },
    }))
}

function workingMoments(fromMs: number, toMs: number): readonly number[] {
  const midnight = fromMs - (fromMs % dayMs)
  const days = Array.from({ length: 15 }, (_, day) => midnight + day * dayMs)
  return days
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) => hours.map((hour) => day + hour * hourMs))
    .filter((at) => at > fromMs && at < toMs)
}

interface Turn {
  /** Counts the cases, so that they do not all end alike. */
  readonly nextNumber: () => number
  readonly isLast: boolean
}

async function workOff(
  { appliance }: PastAppliance,
  acting: Acting | undefined,
  turn: Turn,
): Promise<void> {
  if (acting === undefined) return
  const { memberId } = acting
  const asked = { environment: 'live', memberId, sinceMs: 0, nowMs: appliance.clock.now() } as const
  const { waiting, forMe } = await countReviews(appliance.db.reader, asked)
  const wanted = turn.isLast ? proposals : waiting - leftOpen
  for (let at = 0; at < Math.min(casesAtOnce, wanted + forMe); at += 1) {
    const taken = await claimNext(appliance, acting, { environment: 'live', after: undefined })
    if (taken === undefined) return
    await workOn(appliance, acting, taken, turn)
  }
}

async function workOn(
  appliance: PastAppliance['appliance'],
  acting: Acting,
  { id, causes, progress }: Review,
  { nextNumber, isLast }: Turn,
): Promise<void> {
  const index = nextNumber()
  if (progress.state === 'proposed') {
    const { id: proposalId } = progress.proposal
    const isRejected = index % 5 === 4
    const answer = {
      proposalId,
      note: isRejected ? 'The portrait has to be compared first.' : undefined,
    }
    await (isRejected
      ? rejectProposal(appliance, acting, id, { ...answer, reason: 'grounds_insufficient' })
      : approveProposal(appliance, acting, id, answer))
    return
  }
  const decision: Decision = decisionOn(causes, { index, disputes: isLast })
  if (index % 4 === 0) {
    const text = 'The branch has been asked for a better picture of the document.'
    await writeNote(appliance, acting, id, { audience: 'staff', text })
  }
  await decideReview(appliance, acting, id, decision)
}
