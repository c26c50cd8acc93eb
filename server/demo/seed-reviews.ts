// Seeds the reviews of the demo's invented fortnight: its two reviewers work through the queue from
// the oldest review on, with the console's use cases, and leave the newest reviews open.

import { dayMs, hourMs, minuteMs } from '../kernel/durations.ts'
import { claimNext, releaseReview } from '../reviews/claim-review.ts'
import { approveProposal, decideReview, rejectProposal } from '../reviews/decide-review.ts'
import type { Review } from '../reviews/review.ts'
import { countReviews } from '../reviews/review-counts-view.ts'
import type { ReviewActor } from '../reviews/review-work.ts'
import { writeNote } from '../reviews/write-entry.ts'
import { readUsers } from '../users/read-users.ts'
import type { Role } from '../users/role.ts'
import type { Verification } from '../verifications/verification.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { decisionOn } from './invented/decisions.ts'
import type { PastAppliance } from './past-appliance.ts'
import type { ScheduledAction } from './seed-access.ts'
import { makeQualityChecks } from './seed-quality-checks.ts'

/** Hours (UTC) of work on working days. */
const hours = [9.4, 14.6]
const reviewsAtOnce = 4
/** Minutes from the claim to the decision of one review after the other: shorter than a claim lasts. */
const minutesOfReviews = [3, 6, 2, 4, 8, 3, 5]
/** Reviews left open, so that even a small demo has work to do. */
const leftOpen = 4
/** Milliseconds before the end in which nobody works. */
const quietMs = 30 * hourMs
/** Disputes proposed last, which wait for the other reviewer's approval. */
const proposals = 2
/** Of the decisions that can be doubted, one in so many is. */
const doubtedEvery = 2

export async function seedReviews(
  past: PastAppliance,
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
): Promise<readonly ScheduledAction[]> {
  const reviewers = await actorsOf(past, 'reviewer')
  const [lead] = await actorsOf(past, 'lead')
  const moments = workingMoments(startMs, nowMs - quietMs)
  const counts = new Map<Counted, number>()
  const nextNumber = (kind: Counted) => {
    const number = counts.get(kind) ?? 0
    counts.set(kind, number + 1)
    return number
  }
  const work = moments.map((at, turn) => {
    const acting = reviewers[turn % reviewers.length]
    const isLast = turn === moments.length - 1
    return {
      at,
      run: () =>
        isLast ? proposeLast(past, reviewers.at(-1)) : workThroughQueue(past, acting, nextNumber),
    }
  })
  if (lead === undefined) return work
  // What was decided last still waits for its check.
  const checks = moments.slice(0, -1).map((at) => ({
    at: at + hourMs,
    run: () => makeQualityChecks(past, lead, () => nextNumber('check')),
  }))
  return [...work, ...checks]
}

/** The reviewer of the demo's sign-in list first, the colleague last. */
async function actorsOf(
  { appliance }: PastAppliance,
  wanted: Role,
): Promise<readonly ReviewActor[]> {
  const users = await readUsers(appliance, { limit: 10, after: undefined })
  return users
    .filter(({ role }) => role === wanted)
    .toSorted((one, other) => one.email.length - other.email.length)
    .map(({ id }) => ({
      userId: id,
      isLead: wanted === 'lead',
      by: {
        actor: { kind: 'user', id },
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

type Counted = 'any' | 'proposal' | 'doubt' | 'check'

/** Numbers what is worked on of each kind from 0, so that not all is decided alike. */
type NextNumber = (kind: Counted) => number

async function workThroughQueue(
  past: PastAppliance,
  acting: ReviewActor | undefined,
  nextNumber: NextNumber,
): Promise<void> {
  if (acting === undefined) return
  const { appliance, clock } = past
  const { userId } = acting
  const asked = { environment: 'live', userId, sinceMs: 0, nowMs: appliance.clock.now() } as const
  const { waiting, forMe } = await countReviews(appliance.db.reader, asked)
  const wanted = waiting - leftOpen
  for (let at = 0; at < Math.min(reviewsAtOnce, wanted + forMe); at += 1) {
    const taken = await claimNext(appliance, acting, { environment: 'live', after: undefined })
    if (taken === undefined) return
    const minutes = minutesOfReviews[nextNumber('any') % minutesOfReviews.length] ?? 0
    await past.reach(clock.now() + minutes * minuteMs)
    await workOnReview(appliance, acting, taken, nextNumber)
  }
}

/** Looks through the queue for decisions to doubt, which then wait for the other reviewer, and leaves the rest. */
async function proposeLast(
  { appliance, reach, clock }: PastAppliance,
  acting: ReviewActor | undefined,
): Promise<void> {
  if (acting === undefined) return
  let after: string | undefined
  for (let proposed = 0; proposed < proposals; ) {
    const review = await claimNext(appliance, acting, { environment: 'live', after })
    if (review === undefined) return
    after = review.id
    await reach(clock.now() + 3 * minuteMs)
    const isOpen = review.progress.state === 'open'
    const decision = isOpen ? decisionOn(await verificationOf(appliance, review), true) : undefined
    if (decision?.outcome !== 'dispute') {
      await releaseReview(appliance, acting, review.id)
    } else {
      await decideReview(appliance, acting, review.id, decision)
      proposed += 1
    }
  }
}

async function verificationOf(
  { db }: PastAppliance['appliance'],
  { verificationId }: Review,
): Promise<Verification> {
  const verification = await findVerification(db.reader, verificationId)
  if (verification === undefined) throw new Error('a review without its verification')
  return verification
}

async function workOnReview(
  appliance: PastAppliance['appliance'],
  acting: ReviewActor,
  review: Review,
  nextNumber: NextNumber,
): Promise<void> {
  const { id, progress } = review
  if (progress.state === 'proposed') {
    const { id: proposalId } = progress.proposal
    const isRejected = nextNumber('proposal') % 5 === 4
    const answer = {
      proposalId,
      note: isRejected ? 'The portrait has to be compared first.' : undefined,
    }
    await (isRejected
      ? rejectProposal(appliance, acting, id, { ...answer, reason: 'grounds_insufficient' })
      : approveProposal(appliance, acting, id, answer))
    return
  }
  const verification = await verificationOf(appliance, review)
  const isDoubtful = decisionOn(verification, true).outcome === 'dispute'
  const doubts = isDoubtful && nextNumber('doubt') % doubtedEvery === 0
  const decision = decisionOn(verification, doubts)
  if (verification.findings.length > 0) {
    const text = 'The customer has been asked for a better photo of the document.'
    await writeNote(appliance, acting, id, { audience: 'staff', text })
  }
  await decideReview(appliance, acting, id, decision)
}
