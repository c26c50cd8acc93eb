// The console routes for quality control: the figures of reviewers and differing decisions for leads, and the checks
// that reviewers make.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Appliance } from '../../appliance.ts'
import { type AccessNeeds, recordAccess } from '../../audit/record-access.ts'
import type { Answer, FileAnswer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { parseCsvSeparator } from '../../kernel/csv-separator.ts'
import { parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { listDifferingChecks } from '../../reviews/quality/differing-checks-view.ts'
import {
  cancelQuality,
  claimNextQualityCheck,
  claimQuality,
  decideQuality,
  releaseQuality,
} from '../../reviews/quality/make-quality-check.ts'
import { countQualityChecksFor } from '../../reviews/quality/open-checks-view.ts'
import { type JudgedDecision, judgingReasons } from '../../reviews/quality/quality-check.ts'
import { qualityCheckJson } from '../../reviews/quality/quality-check-json.ts'
import { reviewerFigures } from '../../reviews/quality/quality-figures.ts'
import {
  countChecks,
  countDecisions,
  countOpenChecks,
  measureWork,
} from '../../reviews/quality/quality-figures-view.ts'
import { parseReview, reasonsFor } from '../../reviews/review-input.ts'
import type { ReviewNeeds } from '../../reviews/review-work.ts'
import { readUserNames } from '../../users/user-names-view.ts'
import { isUnfinished } from '../../verifications/figures/figure-period.ts'
import { parsePeriod, periodQuery } from '../../verifications/figures/figure-period-input.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import { actorOf } from '../reviews/review-handlers.ts'
import { qualityCsv } from './quality-csv.ts'
import {
  differingCheckJson,
  type QualityJson,
  type QualityWaitingJson,
  qualityJson,
} from './quality-json.ts'

type FigureNeeds = Pick<Appliance, 'db' | 'clock' | 'config'>

export const qualityHandlers = {
  show,
  download,
  listDiffering,
  waiting,
  next,
  claim,
  release,
  decide,
  cancel,
}

async function show(needs: FigureNeeds, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', ...periodQuery])
  return { status: 200, data: await readQuality(needs, query) }
}

async function download(
  needs: FigureNeeds & AccessNeeds,
  request: ConsoleRequest,
): Promise<FileAnswer> {
  const body = await request.json()
  const separator = parseCsvSeparator(body.separator)
  const figures = await readQuality(needs, body)
  const file = qualityCsv(figures, separator)
  const { environment, period } = figures
  const details = {
    format: 'csv',
    separator,
    environment,
    filters: [`created_from:${period.from}`, `created_to:${period.to}`],
    hash: createHash('sha256').update(file).digest('hex'),
  }
  await recordAccess(needs, originOfUser(request), { action: 'quality.exported', details })
  const name = `quality-${environment}-${period.from}-${period.to}.csv`
  return {
    contentType: 'text/csv; charset=utf-8',
    file,
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  }
}

interface Given {
  readonly environment?: string | undefined
  readonly period?: unknown
}

/** 28 days by default. @throws AppError `invalid_request` with every fault */
async function readQuality({ db, clock, config }: FigureNeeds, given: Given): Promise<QualityJson> {
  const nowMs = clock.now()
  const { environment, asked } = collectFaults({
    environment: () => parseEnvironment(given.environment),
    asked: () => parsePeriod({ ...given, period: given.period ?? '28_days' }, nowMs),
  })
  const { period } = asked
  const scope = { environment, from: period.from, to: period.to }
  const reader = db.longReader
  const reviewers = reviewerFigures({
    decisions: await countDecisions(reader, scope),
    times: await measureWork(reader, scope),
    checks: await countChecks(reader, scope),
  })
  return qualityJson({
    environment,
    nowMs,
    period: { ...period, isUnfinished: isUnfinished(period, nowMs) },
    samplePercent: config.reviews.qualityPercent,
    open: await countOpenChecks(reader, { environment, nowMs }),
    reviewers,
    names: await readUserNames(
      db.reader,
      reviewers.map(({ userId }) => userId),
    ),
  })
}

async function listDiffering({ db }: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', ...pageNames])
  const { environment, page } = collectFaults({
    environment: () => parseEnvironment(query.environment),
    page: () => pageRequest(query, 'qck'),
  })
  const rows = await listDifferingChecks(db.reader, environment, page)
  return pageAnswer(rows, page, differingCheckJson)
}

async function waiting({ db, clock }: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  const environment = parseEnvironment(request.query(['environment']).environment)
  const wanted = { environment, userId: request.signedIn.user.id, nowMs: clock.now() }
  const data: QualityWaitingJson = { waiting: await countQualityChecksFor(db.reader, wanted) }
  return { status: 200, data }
}

async function next(needs: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  const { environment } = parseReview('waiting', await request.json())
  const check = await claimNextQualityCheck(needs, actorOf(request), environment)
  return { status: 200, data: { check: check ? shown(needs, request, check) : null } }
}

async function claim(needs: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  const check = await claimQuality(needs, actorOf(request), request.param('id'))
  return { status: 200, data: shown(needs, request, check) }
}

async function release(needs: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  await releaseQuality(needs, actorOf(request), request.param('id'))
  return { status: 200, data: {} }
}

/** The answer does not tell whether the decisions agree. */
async function decide(needs: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  const decision: JudgedDecision = parseOrRefuse(decisionBody, await request.json(), {
    absentCode: 'invalid',
  })
  await decideQuality(needs, actorOf(request), request.param('id'), decision)
  return { status: 200, data: {} }
}

async function cancel(needs: ReviewNeeds, request: ConsoleRequest): Promise<Answer> {
  await cancelQuality(needs, actorOf(request), request.param('id'))
  return { status: 200, data: {} }
}

function shown(
  { clock }: ReviewNeeds,
  { signedIn }: ConsoleRequest,
  check: Parameters<typeof qualityCheckJson>[0],
) {
  return qualityCheckJson(check, signedIn.user.id, clock.now())
}

const decisionBody = z.discriminatedUnion(
  'outcome',
  [
    z.object({ outcome: z.literal('confirm'), reasons: reasonsFor(judgingReasons.confirm) }),
    z.object({ outcome: z.literal('dispute'), reasons: reasonsFor(judgingReasons.dispute) }),
  ],
  { error: 'outcome must be one of confirm, dispute.' },
)
