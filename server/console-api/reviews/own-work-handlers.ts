// The console routes for a reviewer's own work: what they decided and proposed, and notices to them.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { markReviewNoticesSeen } from '../../reviews/mark-notices-seen.ts'
import { listOwnDecisions } from '../../reviews/own-decisions-view.ts'
import { listReviewNotices } from '../../reviews/own-notices-view.ts'
import { ownDecisionJson, reviewNoticeJson } from '../../reviews/own-work-json.ts'

import { parseReview } from '../../reviews/review-input.ts'
import type { ConsoleRequest } from '../console-route.ts'

type Needs = Pick<Appliance, 'db'>

async function decisions({ db }: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', ...pageNames])
  const { filter, page } = collectFaults({
    filter: () => parseReview('waiting', query),
    page: () => pageRequest(query, 'dec'),
  })
  const asked = { ...filter, userId: request.signedIn.user.id }
  return pageAnswer(await listOwnDecisions(db.reader, asked, page), page, ownDecisionJson)
}

async function notices({ db }: Needs, request: ConsoleRequest): Promise<Answer> {
  const { environment } = parseReview('waiting', request.query(['environment']))
  const asked = { environment, userId: request.signedIn.user.id }
  const items = await listReviewNotices(db.reader, asked)
  return { status: 200, data: { items: items.map(reviewNoticeJson), next_cursor: null } }
}

async function markSeen(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const { ids } = parseReview('notices', await request.json())
  const userId = request.signedIn.user.id
  return { status: 200, data: { seen: await markReviewNoticesSeen(needs, { userId, ids }) } }
}

export const ownWorkHandlers = { decisions, notices, markSeen }
