// The console routes for reviews.

import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { dayMs } from '../../kernel/durations.ts'
import { toPage } from '../../kernel/page.ts'
import { askForReview } from '../../reviews/ask-for-review.ts'
import { assignReview, assignReviews } from '../../reviews/assign-review.ts'
import { claimNext, claimReview, findNextFor, releaseReview } from '../../reviews/claim-review.ts'
import type { DecideNeeds } from '../../reviews/decide-pending.ts'
import { approveProposal, decideReview, rejectProposal } from '../../reviews/decide-review.ts'
import { countReviewNotices } from '../../reviews/own-notices-view.ts'
import { idsOfPage } from '../../reviews/queue-ids-view.ts'
import { listQueue } from '../../reviews/queue-view.ts'
import { assignedAtOnceMax, holderAt, type Review, unassigned } from '../../reviews/review.ts'
import { countReviews } from '../../reviews/review-counts-view.ts'
import { parseReview } from '../../reviews/review-input.ts'
import {
  assignmentJson,
  queuedReviewJson,
  reviewCodesJson,
  reviewCountsJson,
  reviewEntryJson,
  reviewJson,
  waitingReviewsJson,
} from '../../reviews/review-json.ts'
import { listReviewers, namesOf, readHistory } from '../../reviews/review-view.ts'
import {
  openNotes,
  type ReviewActor,
  type ReviewNeeds,
  requireReview,
} from '../../reviews/review-work.ts'
import { waitingCountedMax } from '../../reviews/waiting-reviews.ts'
import { countWaitingReviews } from '../../reviews/waiting-reviews-view.ts'
import { addFinding, writeNote } from '../../reviews/write-entry.ts'
import { findTies } from '../../users/account-ties.ts'
import { roleMay } from '../../users/role.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { findHiddenDecisions } from '../hidden-decisions.ts'
import type { PreparedPreviews } from '../verifications/prepare-previews.ts'
import { requireVerification } from '../verifications/read-verification-detail.ts'
import type { AccessRecorder } from '../verifications/record-accesses.ts'
import {
  accessOf,
  openScreen,
  type VerificationScreenNeeds,
} from '../verifications/verification-detail-handlers.ts'
import { queueQuery, readQueueFilter } from './queue-request.ts'

type Handler = (needs: ReviewNeeds, request: ConsoleRequest) => Promise<Answer>
type ClaimHandler = (
  needs: ReviewNeeds & { readonly previews: PreparedPreviews },
  request: ConsoleRequest,
) => Promise<Answer>
type NextHandler = (
  needs: Parameters<ClaimHandler>[0] & VerificationScreenNeeds,
  request: ConsoleRequest,
) => Promise<Answer>
type DecisionHandler = (needs: DecideNeeds, request: ConsoleRequest) => Promise<Answer>

const list: Handler = async (needs, request) => {
  const nowMs = needs.clock.now()
  const query = request.query([...queueQuery, ...pageNames])
  const { filter, page } = collectFaults({
    filter: () => readQueueFilter(query, request, nowMs),
    page: () => pageRequest(query, 'rev'),
  })
  const { reader } = needs.db
  const { items, nextCursor } = toPage(await listQueue(reader, filter, page), page.limit)
  const users = await namesOf(
    reader,
    items.map(({ review }) => review),
  )
  const verificationIds = items.map(({ review }) => review.verificationId)
  const hidden = await findHiddenDecisions(needs, request, verificationIds)
  const isHidden = ({ review }: (typeof items)[number]) => hidden.has(review.verificationId)
  const rows = items.map((item) => queuedReviewJson(item, users, nowMs, isHidden(item)))
  return { status: 200, data: { items: rows, next_cursor: nextCursor } }
}

/** Ids of all reviews that the filter matches, as many as can be assigned at once: none that are closed. */
const selectAll: Handler = async ({ db, clock }, request) => {
  const filter = readQueueFilter(request.query(queueQuery), request, clock.now())
  if (filter.view === 'closed') return { status: 200, data: { ids: [], has_more: false } }
  const page = { limit: assignedAtOnceMax, after: undefined }
  const ids = await idsOfPage(db.reader, filter, page)
  const data = { ids: ids.slice(0, page.limit), has_more: ids.length > page.limit }
  return { status: 200, data }
}

/** Counts closed reviews since `since`, the start of the user's local day; by default since midnight UTC. */
const counts: Handler = async ({ db, clock }, request) => {
  const { environment, since } = parseReview('counts', request.query(['environment', 'since']))
  const nowMs = clock.now()
  const sinceMs = since ?? nowMs - (nowMs % dayMs)
  const { userId } = actorOf(request)
  const { open } = await countWaitingReviews(db.reader, { environment, nowMs })
  // Counting a long queue takes a while, so a thread does it.
  const reader = open < waitingCountedMax ? db.reader : db.longReader
  const counted = await countReviews(reader, { environment, userId, sinceMs, nowMs })
  return { status: 200, data: reviewCountsJson(counted) }
}

/** For the navigation, which asks every minute. */
const waiting: Handler = async ({ db, clock }, request) => {
  const { environment } = parseReview('waiting', request.query(['environment']))
  const counted = await countWaitingReviews(db.reader, { environment, nowMs: clock.now() })
  const { userId } = actorOf(request)
  const notices = await countReviewNotices(db.reader, { userId, environment })
  return { status: 200, data: waitingReviewsJson(counted, notices) }
}

/** Lists the users who can be named as checkers. */
const reviewers: Handler = async ({ db, clock }, request) => {
  const all = await listReviewers(db.reader)
  const { userId } = actorOf(request)
  const ties = await findTies(db.reader, userId, clock.now())
  const others = all.filter(({ id }) => id !== userId && !ties.has(id))
  return { status: 200, data: { items: others } }
}

const codes: Handler = async ({ config }) => ({
  status: 200,
  data: reviewCodesJson(config.reviews.fourEyes),
})

/** Whoever holds the review reads its notes as a part of that; everybody else leaves an entry. */
async function show(
  needs: ReviewNeeds & { readonly accesses: AccessRecorder },
  request: ConsoleRequest,
): Promise<Answer> {
  const review = await requireReview(needs.db.reader, request.param('id'))
  const data = await detailOf(needs, request, review)
  const hasNotes = data.entries.some(({ note }) => note !== null)
  if (hasNotes && holderAt(review, needs.clock.now()) !== request.signedIn.user.id) {
    const action = 'verification.review_notes_viewed'
    await needs.accesses.record({ ...accessOf(request, review.verificationId), action })
  }
  return { status: 200, data }
}

/** With the verification, so that the page of the claimed review waits for no second request. */
const next: NextHandler = async (needs, request) => {
  const { environment, after } = parseReview('next', await request.json())
  const claimed = await claimNext(needs, actorOf(request), { environment, after })
  if (claimed === undefined) return { status: 200, data: { review: null } }
  prepareNext(needs, request, claimed)
  const verification = await requireVerification(needs, request, claimed.verificationId)
  const data = {
    review: await detailOf(needs, request, claimed),
    verification: await openScreen(needs, request, verification),
  }
  return { status: 200, data }
}

const claim: ClaimHandler = async (needs, request) => {
  const { renews } = parseReview('claim', await request.json())
  const claimed = await claimReview(needs, actorOf(request), request.param('id'), { renews })
  // The page renews its claim every few minutes; what comes next was prepared with the first.
  if (!renews) prepareNext(needs, request, claimed)
  return answerWith(needs, request, claimed)
}

/** The images of the review that this user would claim after this one. */
function prepareNext(
  needs: Parameters<ClaimHandler>[0],
  request: ConsoleRequest,
  { id, environment }: Review,
): void {
  const actor = actorOf(request)
  needs.previews.prepareSoon(() => findNextFor(needs, actor, { environment, after: id }))
}

const release: Handler = async (needs, request) =>
  answerWith(needs, request, await releaseReview(needs, actorOf(request), request.param('id')))

const assign: Handler = async (needs, request) => {
  const { assignee } = parseReview('assignment', await request.json())
  const actor = actorOf(request)
  return answerWith(
    needs,
    request,
    await assignReview(needs, actor, request.param('id'), assigneeIdOf(assignee)),
  )
}

const assignMany: Handler = async (needs, request) => {
  const { ids, assignee } = parseReview('assignments', await request.json())
  const asked = { ids, assigneeId: assigneeIdOf(assignee) }
  return { status: 200, data: assignmentJson(await assignReviews(needs, actorOf(request), asked)) }
}

const note: Handler = async (needs, request) => {
  const newNote = parseReview('note', await request.json())
  const id = request.param('id')
  await writeNote(needs, actorOf(request), id, newNote)
  return answerWith(needs, request, await requireReview(needs.db.reader, id), 201)
}

const find: Handler = async (needs, request) => {
  const newFinding = parseReview('finding', await request.json())
  const id = request.param('id')
  await addFinding(needs, actorOf(request), id, newFinding)
  return answerWith(needs, request, await requireReview(needs.db.reader, id), 201)
}

const decide: DecisionHandler = async (needs, request) => {
  const { checker_id: checkerId, ...rest } = parseReview('decision', await request.json())
  const decision = { ...rest, checkerId }
  return answerWith(
    needs,
    request,
    await decideReview(needs, actorOf(request), request.param('id'), decision),
  )
}

const approve: DecisionHandler = async (needs, request) => {
  const { proposal_id: proposalId, note } = parseReview('approval', await request.json())
  const answer = { proposalId, note }
  return answerWith(
    needs,
    request,
    await approveProposal(needs, actorOf(request), request.param('id'), answer),
  )
}

const reject: Handler = async (needs, request) => {
  const { proposal_id: proposalId, ...rest } = parseReview('rejection', await request.json())
  const answer = { proposalId, ...rest }
  return answerWith(
    needs,
    request,
    await rejectProposal(needs, actorOf(request), request.param('id'), answer),
  )
}

const ask: Handler = async (needs, request) =>
  answerWith(needs, request, await askForReview(needs, actorOf(request), request.param('id')), 201)

export const reviewHandlers = {
  list,
  selectAll,
  counts,
  waiting,
  reviewers,
  codes,
  next,
  show,
  claim,
  release,
  assign,
  assignMany,
  note,
  find,
  decide,
  approve,
  reject,
  ask,
}

function assigneeIdOf(assignee: string): string | undefined {
  return assignee === unassigned ? undefined : assignee
}

export function actorOf(request: ConsoleRequest): ReviewActor {
  const { id: userId, role } = request.signedIn.user
  return { userId, isLead: roleMay(role, 'reviews.lead'), by: originOfUser(request) }
}

async function answerWith(
  needs: ReviewNeeds,
  request: ConsoleRequest,
  review: Review,
  status: 200 | 201 = 200,
): Promise<Answer> {
  return { status, data: await detailOf(needs, request, review) }
}

async function detailOf(needs: ReviewNeeds, request: ConsoleRequest, { verificationId }: Review) {
  const history = await readHistory(needs.db.reader, verificationId)
  if (history === undefined) throw new Error('the review to show does not exist')
  const { review, users } = history
  const isHidden = (await findHiddenDecisions(needs, request, [verificationId])).size > 0
  const entries = isHidden ? [] : history.entries
  const notes = await openNotes(needs, verificationId, entries)
  return {
    ...reviewJson(review, users, needs.clock.now(), isHidden),
    entries: entries.map((entry) => reviewEntryJson(entry, notes.get(entry.id))),
  }
}
