// The console routes for the System screen, for making all checks, and for running a job now.

import type { Appliance } from '../../appliance.ts'
import { readBackupStatus } from '../../backup/read-backup-status.ts'
import { listAppliedMigrations } from '../../db/migration-view.ts'
import type { LiveFacts } from '../../doctor/doctor-scene.ts'
import { findOutgoingPause } from '../../egress/outgoing-pause-view.ts'
import type { Answer } from '../../http/answer.ts'
import {
  countFailedJobs,
  listFailedJobs,
  listRunningJobs,
  listWaitingJobs,
} from '../../jobs/job-list-view.ts'
import { readListedJob, runListedJobNow } from '../../jobs/run-listed-job-now.ts'
import { apiVersion } from '../../kernel/api-version.ts'
import { readLastScheduledRuns } from '../../nodes/scheduled-run-view.ts'
import { measureDisk } from '../../operations/status/measure-disk.ts'
import type { ServiceStatus } from '../../operations/status/service-status-policy.ts'
import { readStatus } from '../../operations/status/status-view.ts'
import { readNameIndexProgress } from '../../verifications/names/index-names.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { serviceHealth } from '../overview/health.ts'
import { makeAllChecks, makeQuickChecks, type SystemCheckNeeds } from './system-checks.ts'
import { doctorProgressJson, listedJobJson, systemChecksJson, systemJson } from './system-json.ts'

const jobsShownMax = 50

export const systemHandlers = {
  show,
  check,
  showProgress,
  showJob,
  retry,
}

async function show(needs: SystemCheckNeeds): Promise<Answer> {
  const { db, clock, config, about } = needs
  const nowMs = clock.now()
  const status = await readStatus(db.reader, nowMs)
  const services = servicesOf(needs, status.services)
  const backups = await readBackupStatus(db.reader, config, { since: about.startedAt, nowMs })
  const data = systemJson({
    version: about.version,
    apiVersion,
    nodeVersion: process.versions.node,
    dialect: db.dialect,
    startedAt: about.startedAt,
    nowMs,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    providerName: needs.provider?.name,
    checks: await makeQuickChecks(needs, liveFacts(needs, services)),
    slowCheckedAt: needs.doctorRun.slow()?.at,
    ...services,
    nodes: status.nodes,
    nodeId: needs.node.id,
    jobs: status.jobs,
    failedCount: await countFailedJobs(db.reader),
    waitingJobs: await listWaitingJobs(db.reader, jobsShownMax),
    runningJobs: await listRunningJobs(db, jobsShownMax),
    failedJobs: await listFailedJobs(db.reader, jobsShownMax),
    disk: await measureDisk(config, about.databaseFile, db.reader),
    backups,
    outgoingPausedAt: (await findOutgoingPause(db.reader))?.pausedAt,
    migrations: await listAppliedMigrations(db.reader),
    scheduledTasks: await listTasks(needs),
    nameIndex: await readNameIndexProgress(needs),
    settings: about.settings,
  })
  return { status: 200, data }
}

async function showJob({ db }: SystemCheckNeeds, request: ConsoleRequest): Promise<Answer> {
  const job = await readListedJob(db.reader, request.param('id'))
  return { status: 200, data: listedJobJson(job) }
}

/** Returns the tasks with their last runs, on whichever node they were. */
async function listTasks({ db, scheduledTasks }: SystemCheckNeeds) {
  const runs = await readLastScheduledRuns(db.reader)
  return scheduledTasks.list().map((task) => {
    const [here, anywhere] = [task.lastRun, runs.get(task.name)]
    const isHere = (here?.startedAt ?? 0) >= (anywhere?.startedAt ?? 0)
    return { ...task, lastRun: isHere ? here : anywhere }
  })
}

/** Makes all checks, slow ones too: some seconds. A second request joins the first. */
async function check(needs: SystemCheckNeeds, request: ConsoleRequest): Promise<Answer> {
  await request.json()
  const { db, clock } = needs
  const { services } = await readStatus(db.reader, clock.now())
  const results = await makeAllChecks(needs, liveFacts(needs, servicesOf(needs, services)))
  return { status: 200, data: systemChecksJson(results, needs.doctorRun.slow()?.at) }
}

async function showProgress({ doctorRun }: SystemCheckNeeds): Promise<Answer> {
  return { status: 200, data: doctorProgressJson(doctorRun.progress()) }
}

function servicesOf(needs: Pick<Appliance, 'provider' | 'scoring'>, recorded: ServiceStatus) {
  return {
    provider: serviceHealth(needs.provider, recorded.provider),
    scoring: serviceHealth(needs.scoring, recorded.scoring),
  }
}

function liveFacts(
  { scheduledTasks, forwardedCounter }: Pick<Appliance, 'scheduledTasks' | 'forwardedCounter'>,
  { provider, scoring }: ReturnType<typeof servicesOf>,
): LiveFacts {
  return {
    provider: provider.state,
    scoring: scoring.state,
    scheduledTasks: scheduledTasks.list(),
    forwardedCounts: forwardedCounter.counts(),
  }
}

async function retry(needs: Appliance, request: ConsoleRequest): Promise<Answer> {
  await request.json()
  const job = await runListedJobNow(needs, originOfUser(request), request.param('id'))
  return { status: 202, data: listedJobJson(job) }
}
