// The console route for the overview: one answer with everything on its screen. Attention lines that link to screens
// without permission for the user's role are left out.

import type { Appliance } from '../../appliance.ts'
import { countWaitingFor } from '../../approvals/count-waiting.ts'
import { readBackupStatus } from '../../backup/read-backup-status.ts'
import type { Reader } from '../../db/transaction.ts'
import { findOutgoingPause } from '../../egress/outgoing-pause-view.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { countFailedJobs } from '../../jobs/job-list-view.ts'
import { dayMs, hourMs } from '../../kernel/durations.ts'
import type { Environment } from '../../kernel/environment.ts'
import { keyExpiresSoonMs } from '../../keys/key-expiry.ts'
import { readAuditCopy } from '../../operations/second-systems/audit-lag-view.ts'
import { readDatabaseVerdict } from '../../operations/status/database-verdict.ts'
import { measureDisk } from '../../operations/status/measure-disk.ts'
import { readStatus } from '../../operations/status/status-view.ts'
import { countDueReviews } from '../../reviews/waiting-reviews-view.ts'
import { startOf } from '../../usage/span.ts'
import { readTies } from '../../users/account-ties.ts'
import { type Role, roleMay } from '../../users/role.ts'
import { chooseComparison } from '../../verifications/figures/choose-comparison.ts'
import {
  type Comparison,
  daysWithin,
  isUnfinished,
} from '../../verifications/figures/figure-period.ts'
import {
  type AskedPeriod,
  parsePeriod,
  periodQuery,
} from '../../verifications/figures/figure-period-input.ts'
import {
  listDayCounts,
  listDayTimes,
  sumCounters,
} from '../../verifications/figures/verification-counter-view.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import { type Attention, attentionOf, screens } from './attention.ts'
import { serviceHealth } from './health.ts'
import { type ComparedCounts, daysShown, type Overview, overviewOf } from './overview.ts'
import { overviewJson } from './overview-json.ts'
import {
  countEmergencySignIns,
  countExpiringKeys,
  hasVerifications,
  readPending,
} from './overview-view.ts'

type Needs = Pick<
  Appliance,
  'db' | 'clock' | 'config' | 'about' | 'provider' | 'scoring' | 'keySource' | 'imageStore'
>

/** Most verifications take minutes; one that is pending for longer needs attention. */
const stuckAfterMs = hourMs
/** So that an administrator who was away for a weekend sees them. */
const emergencyShownMs = 7 * dayMs

export const overviewHandlers = {
  show,
}

async function show(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const nowMs = needs.clock.now()
  const query = request.query(['environment', ...periodQuery])
  const { environment, asked } = collectFaults({
    environment: () => parseEnvironment(query.environment),
    asked: () => parsePeriod(query, nowMs),
  })
  const comparison = await chooseComparison(needs.db.reader, { environment }, asked, nowMs)
  const status = await readStatus(needs.db.reader, nowMs)
  const keySource = needs.keySource.state()
  const facts = {
    environment,
    nowMs,
    hasVerifications: await hasVerifications(needs.db.reader, environment),
    period: { ...asked.period, isUnfinished: isUnfinished(asked.period, nowMs) },
    comparison,
    overview: await readOverview(needs, { environment, asked, comparison, nowMs }),
    status,
    dialect: needs.db.dialect,
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
  const approvals = await countWaitingFor({ ...needs, readTies }, needs.db.reader, user)
  const all = attentionOf({ ...facts, ...(await readAttention(needs, facts)), approvals })
  const attention = all.filter((line) => mayOpen(user.role, line))
  return { status: 200, data: overviewJson({ ...facts, attention }) }
}

interface Asked {
  readonly environment: Environment
  readonly asked: AskedPeriod
  readonly comparison: Comparison
  readonly nowMs: number
}

/** Longer periods are read in a thread. */
const readHereMax = 8 * dayMs

async function readOverview(
  { db }: Needs,
  { environment, asked: { period }, comparison, nowMs }: Asked,
): Promise<Overview> {
  const shown = daysShown(period)
  const reader = shown.to - shown.from > readHereMax ? db.longReader : db.reader
  const scope = { environment }
  const times = await listDayTimes(reader, scope, shown)
  return overviewOf({
    period,
    days: daysWithin(shown),
    counts: await listDayCounts(reader, scope, shown),
    compared: await readCompared(reader, environment, comparison),
    times: times.filter(({ kind }) => kind === 'result'),
    pending: await readPending(db.reader, environment, { from: 0, to: nowMs + dayMs }),
  })
}

async function readCompared(
  reader: Reader,
  environment: Environment,
  comparison: Comparison,
): Promise<ComparedCounts | undefined> {
  if (comparison.kind !== 'compared') return undefined
  return {
    hours: await sumCounters(reader, { environment }, comparison.hours),
    before: await sumCounters(reader, { environment }, comparison.before),
  }
}

async function readAttention(
  { db }: Needs,
  {
    environment,
    nowMs,
  }: Readonly<{
    environment: Environment
    nowMs: number
  }>,
) {
  const before = { from: 0, to: nowMs - stuckAfterMs }
  const today = { from: startOf('day', nowMs), to: nowMs + 1 }
  const expiring = { from: nowMs, to: nowMs + keyExpiresSoonMs }
  return {
    stuck: await readPending(db.reader, environment, before),
    errorsToday: (await sumCounters(db.reader, { environment }, today)).get('error') ?? 0,
    reviews: await countDueReviews(db.reader, { environment, nowMs }),
    emergencySignIns: await countEmergencySignIns(db.reader, nowMs - emergencyShownMs),
    expiringKeys: {
      live: await countExpiringKeys(db.reader, 'live', expiring),
      sandbox: await countExpiringKeys(db.reader, 'sandbox', expiring),
    },
  }
}

function mayOpen(role: Role, { target }: Attention): boolean {
  return roleMay(role, screens[target.screen])
}
