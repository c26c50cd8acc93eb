// The console route for the overview: one answer with everything on its screen. Attention lines that link to screens
// without permission for the user's role are left out.

import type { Appliance } from '../../appliance.ts'
import { countWaitingFor } from '../../approvals/approval-view.ts'
import { readBackupStatus } from '../../backup/read-backup-status.ts'
import { findOutgoingPause } from '../../egress/outgoing-pause-view.ts'
import type { Answer } from '../../http/answer.ts'
import { countFailedJobs } from '../../jobs/job-list-view.ts'
import type { Environment } from '../../kernel/environment.ts'
import { readAuditCopy } from '../../operations/audit-lag-view.ts'
import { readDatabaseVerdict } from '../../operations/database-verdict.ts'
import { measureDisk } from '../../operations/measure-disk.ts'
import { readStatus } from '../../operations/status-view.ts'
import { type Role, roleMay } from '../../users/role.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import { type Attention, attentionOf, screens } from './attention.ts'
import { serviceHealth } from './health.ts'
import { daysShown, type Overview, overviewOf } from './overview.ts'
import { overviewJson } from './overview-json.ts'
import {
  countEmergencySignIns,
  countExpiringKeys,
  countOpenReviews,
  hasVerifications,
  listDayCounts,
  listDayTimes,
  readPending,
} from './overview-view.ts'

type Needs = Pick<
  Appliance,
  'db' | 'clock' | 'config' | 'about' | 'provider' | 'scoring' | 'keySource' | 'imageStore'
>

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Most verifications take minutes; one that is pending for longer needs attention. */
const stuckAfterMs = hourMs
/** So that an administrator who was away for a weekend sees them. */
const emergencyShownMs = 7 * dayMs
/** Leaves time to rotate a key before its clients are refused. */
const expiresWithinMs = 14 * dayMs

export const overviewHandlers = {
  show,
}

async function show(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const environment = parseEnvironment(request.query(['environment']).environment)
  const nowMs = needs.clock.now()
  const status = await readStatus(needs.db.reader, nowMs)
  const keySource = needs.keySource.state()
  const facts = {
    environment,
    nowMs,
    hasVerifications: await hasVerifications(needs.db.reader, environment),
    overview: await readOverview(needs, environment, nowMs),
    status,
    provider: serviceHealth(needs.provider, status.services.provider),
    scoring: serviceHealth(needs.scoring, status.services.scoring),
    failedJobs: await countFailedJobs(needs.db.reader),
    backups: await readBackupStatus(needs.db.reader, needs.config, {
      since: needs.about.startedAt,
      nowMs,
    }),
    outgoingPausedAt: (await findOutgoingPause(needs.db.reader))?.pausedAt,
    auditCopy: await readAuditCopy(needs.db.reader, needs.config.auditCopy, nowMs),
    databaseVerdict: readDatabaseVerdict(needs.about.databaseFile),
    masterKeyFault: keySource.kind === 'lost' ? keySource.reason : undefined,
    imageStoreFault: needs.imageStore?.health().failing,
    disk: await measureDisk(needs.config, needs.about.databaseFile, needs.db.reader),
  }
  const { user } = request.signedIn
  const approvals = await countWaitingFor(needs.db.reader, user, nowMs)
  const all = attentionOf({ ...facts, ...(await readAttention(needs, facts)), approvals })
  const attention = all.filter((line) => mayOpen(user.role, line))
  return { status: 200, data: overviewJson({ ...facts, attention }) }
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
    counts: await listDayCounts(db.reader, environment, period),
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
    emergencySignIns: await countEmergencySignIns(db.reader, nowMs - emergencyShownMs),
    expiringKeys: await countExpiringKeys(db.reader, { from: nowMs, to: nowMs + expiresWithinMs }),
  }
}

function mayOpen(role: Role, { target }: Attention): boolean {
  return roleMay(role, screens[target.screen])
}
