// The overview: one answer with everything that its screen shows. Lines about screens that the member's
// role does not open are left out.

import type { Appliance } from '../appliance.ts'
import { countWaitingFor } from '../approvals/approval-view.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { countFailedJobs } from '../jobs/job-list-view.ts'
import type { Environment } from '../keys/key.ts'
import { readAuditCopy } from '../operations/audit-lag-view.ts'
import { measureDisk } from '../operations/measure-disk.ts'
import { readStatus } from '../operations/status-view.ts'
import { type Role, roleMay } from '../staff/role.ts'
import { type Attention, attentionOf, screens } from './attention.ts'
import { parseEnvironment } from './environment-input.ts'
import { outsideHealth } from './health.ts'
import { daysShown, type Overview, overviewOf } from './overview.ts'
import { overviewJson } from './overview-json.ts'
import {
  countExpiringKeys,
  countOpenReviews,
  hasVerifications,
  listDaySums,
  listDayTimes,
  readPending,
} from './overview-view.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'config' | 'about' | 'provider' | 'scoring'>

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Most verifications end within minutes; one that is pending for longer waits for somebody. */
const stuckAfterMs = hourMs
/** Time enough to rotate a key before its clients are refused. */
const expiresWithinMs = 14 * dayMs

export function overviewEndpoints(needs: Needs): readonly StaffEndpoint[] {
  return [
    {
      audience: 'staff',
      permission: 'overview.read',
      method: 'GET',
      path: '/overview',
      answer: (request) => show(needs, request),
    },
  ]
}

async function show(needs: Needs, request: StaffRequest): Promise<Answer> {
  const environment = parseEnvironment(request.query(['environment']).environment)
  const nowMs = needs.clock.now()
  const status = await readStatus(needs.db.reader, nowMs)
  const found = {
    environment,
    nowMs,
    hasVerifications: await hasVerifications(needs.db.reader, environment),
    overview: await readOverview(needs, environment, nowMs),
    status,
    provider: outsideHealth(needs.provider, status.outside.provider),
    scoring: outsideHealth(needs.scoring, status.outside.scoring),
    failedJobs: await countFailedJobs(needs.db.reader),
    auditCopy: await readAuditCopy(needs.db.reader, needs.config.auditCopy, nowMs),
    disk: await measureDisk(needs.config, needs.about.databaseFile, needs.db.reader),
  }
  const { member } = request.visit
  const approvals = await countWaitingFor(needs.db.reader, member, nowMs)
  const all = attentionOf({ ...found, ...(await readAttention(needs, found)), approvals })
  const attention = all.filter((line) => mayOpen(member.role, line))
  return { status: 200, data: overviewJson({ ...found, attention }) }
}

async function readOverview(
  { db }: Needs,
  environment: Environment,
  nowMs: number,
): Promise<Overview> {
  const days = daysShown(nowMs)
  const [from = nowMs] = days
  const period = { from, to: nowMs + 1 }
  const pendingByDay = []
  for (const day of days) {
    pendingByDay.push(await readPending(db.reader, environment, { from: day, to: day + dayMs }))
  }
  return overviewOf({
    days,
    sums: await listDaySums(db.reader, environment, period),
    times: await listDayTimes(db.reader, environment, period),
    pendingByDay,
    pending: await readPending(db.reader, environment, { from: 0, to: nowMs + dayMs }),
  })
}

async function readAttention(
  { db }: Needs,
  {
    environment,
    nowMs,
    overview,
  }: Readonly<{
    environment: Environment
    nowMs: number
    overview: Overview
  }>,
) {
  const before = { from: 0, to: nowMs - stuckAfterMs }
  return {
    stuck: await readPending(db.reader, environment, before),
    errorsToday: overview.figures.error.today,
    reviews: await countOpenReviews(db.reader, environment),
    expiringKeys: await countExpiringKeys(db.reader, { from: nowMs, to: nowMs + expiresWithinMs }),
  }
}

function mayOpen(role: Role, { target }: Attention): boolean {
  return roleMay(role, screens[target.screen])
}
