// The review queue in the console.

import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { findTies } from '../staff/account-ties.ts'
import { askForReview } from './ask-for-review.ts'
import { claimNext, claimReview, releaseReview } from './claim-review.ts'
import { approveProposal, decideReview, rejectProposal } from './decide-review.ts'
import { listQueue } from './queue-view.ts'
import type { Review } from './review.ts'
import { countReviews } from './review-counts-view.ts'
import { noteCharactersMax, parseReview } from './review-input.ts'
import {
  queuedReviewJson,
  reviewCodesJson,
  reviewCountsJson,
  reviewEntryJson,
  reviewJson,
} from './review-json.ts'
import { listReviewers, namesOf, readHistory } from './review-view.ts'
import { type Acting, openNotes, type ReviewNeeds, requireReview } from './review-work.ts'
import { addFinding, writeNote } from './write-entry.ts'

type Answering = (needs: ReviewNeeds, request: StaffRequest) => Promise<Answer>

export function reviewEndpoints(needs: ReviewNeeds): readonly StaffEndpoint[] {
  const routes: readonly (readonly ['GET' | 'POST', `/${string}`, Answering])[] = [
    ['GET', '/reviews', list],
    ['GET', '/reviews/counts', counts],
    ['GET', '/reviews/reviewers', reviewers],
    ['GET', '/reviews/codes', codes],
    ['POST', '/reviews/next', next],
    ['GET', '/reviews/:id', show],
    ['POST', '/reviews/:id/claim', claim],
    ['POST', '/reviews/:id/release', release],
    ['POST', '/reviews/:id/notes', note],
    ['POST', '/reviews/:id/findings', find],
    ['POST', '/reviews/:id/decide', decide],
    ['POST', '/reviews/:id/approve', approve],
    ['POST', '/reviews/:id/reject', reject],
    ['POST', '/verifications/:id/review', ask],
  ]
  return routes.map(([method, path, answer]) => ({
    audience: 'staff',
    permission: 'reviews.work',
    method,
    path,
    answer: (request) => answer(needs, request),
  }))
}

const list: Answering = async (needs, request) => {
  const { filter, page } = allAtOnce({
    filter: () =>
      parseReview('queue', request.query(['environment', 'state', 'cause', 'reviewer'])),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'rev'),
  })
  const { reader } = needs.db
  const { environment, state: view, cause, reviewer: reviewerId } = filter
  const { memberId } = actingOf(request)
  const nowMs = needs.clock.now()
  const asked = { environment, view, cause, reviewerId, memberId, nowMs }
  const { items, nextCursor } = toPage(await listQueue(reader, asked, page), page.limit)
  const members = await namesOf(
    reader,
    items.map(({ review }) => review),
  )
  const shown = items.map((one) => queuedReviewJson(one, members, nowMs))
  return { status: 200, data: { items: shown, next_cursor: nextCursor } }
}

const dayMs = 86_400_000

/** Of the day in UTC, unless the page says when its reader's day began. */
const counts: Answering = async ({ db, clock }, request) => {
  const { environment, since } = parseReview('counts', request.query(['environment', 'since']))
  const nowMs = clock.now()
  const sinceMs = since ?? nowMs - (nowMs % dayMs)
  const { memberId } = actingOf(request)
  const counted = await countReviews(db.reader, { environment, memberId, sinceMs, nowMs })
  return { status: 200, data: reviewCountsJson(counted) }
}

/** Whom a proposal can be addressed to. */
const reviewers: Answering = async ({ db, clock }, request) => {
  const all = await listReviewers(db.reader)
  const { memberId } = actingOf(request)
  const ties = await findTies(db.reader, memberId, clock.now())
  const others = all.filter(({ id }) => id !== memberId && !ties.has(id))
  return { status: 200, data: { items: others } }
}

const codes: Answering = async ({ config }) => ({
  status: 200,
  data: reviewCodesJson(config.reviews.fourEyes, noteCharactersMax),
})

const show: Answering = async (needs, request) => ({
  status: 200,
  data: await detailOf(needs, await requireReview(needs.db.reader, request.param('id'))),
})

const next: Answering = async (needs, request) => {
  const { environment, after } = parseReview('next', await request.json({ mayBeEmpty: true }))
  const taken = await claimNext(needs, actingOf(request), { environment, after })
  return { status: 200, data: { review: taken ? await detailOf(needs, taken) : null } }
}

const claim: Answering = async (needs, request) =>
  answerWith(needs, await claimReview(needs, actingOf(request), request.param('id')))

const release: Answering = async (needs, request) =>
  answerWith(needs, await releaseReview(needs, actingOf(request), request.param('id')))

const note: Answering = async (needs, request) => {
  const asked = parseReview('note', await request.json())
  const id = request.param('id')
  await writeNote(needs, actingOf(request), id, asked)
  return answerWith(needs, await requireReview(needs.db.reader, id), 201)
}

const find: Answering = async (needs, request) => {
  const asked = parseReview('finding', await request.json())
  const id = request.param('id')
  await addFinding(needs, actingOf(request), id, asked)
  return answerWith(needs, await requireReview(needs.db.reader, id), 201)
}

const decide: Answering = async (needs, request) => {
  const { checker_id: checkerId, ...rest } = parseReview('decision', await request.json())
  const decision = { ...rest, checkerId }
  return answerWith(
    needs,
    await decideReview(needs, actingOf(request), request.param('id'), decision),
  )
}

const approve: Answering = async (needs, request) => {
  const { proposal_id: proposalId, note } = parseReview('approval', await request.json())
  const answer = { proposalId, note }
  return answerWith(
    needs,
    await approveProposal(needs, actingOf(request), request.param('id'), answer),
  )
}

const reject: Answering = async (needs, request) => {
  const { proposal_id: proposalId, ...rest } = parseReview('rejection', await request.json())
  const answer = { proposalId, ...rest }
  return answerWith(
    needs,
    await rejectProposal(needs, actingOf(request), request.param('id'), answer),
  )
}

const ask: Answering = async (needs, request) =>
  answerWith(needs, await askForReview(needs, actingOf(request), request.param('id')), 201)

function actingOf(request: StaffRequest): Acting {
  return { memberId: request.visit.member.id, by: originOfMember(request) }
}

async function answerWith(
  needs: ReviewNeeds,
  review: Review,
  status: 200 | 201 = 200,
): Promise<Answer> {
  return { status, data: await detailOf(needs, review) }
}

async function detailOf(needs: ReviewNeeds, { verificationId }: Review) {
  const history = await readHistory(needs.db.reader, verificationId)
  if (history === undefined) throw new Error('a review that was there is gone')
  const { review, entries, members } = history
  const notes = await openNotes(needs, verificationId, entries)
  return {
    ...reviewJson(review, members, needs.clock.now()),
    entries: entries.map((entry) => reviewEntryJson(entry, notes.get(entry.id))),
  }
}
