// The console routes for the System screen, and for running a job now.

import type { Appliance } from '../../appliance.ts'
import { listAppliedMigrations } from '../../db/migration-view.ts'
import type { Answer } from '../../http/answer.ts'
import {
  countFailedJobs,
  listFailedJobs,
  listRunningJobs,
  listWaitingJobs,
} from '../../jobs/job-list-view.ts'
import { runListedJobNow } from '../../jobs/run-listed-job-now.ts'
import { apiVersion } from '../../kernel/api-version.ts'
import { readAuditCopy } from '../../operations/audit-lag-view.ts'
import { measureDisk } from '../../operations/measure-disk.ts'
import { readStatus } from '../../operations/status-view.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { serviceHealth } from '../overview/health.ts'
import { systemChecksOf } from './system-checks.ts'
import { listedJobJson, systemJson } from './system-json.ts'

const jobsShownMax = 50

export const systemHandlers = {
  show,
  retry,
}

async function show(needs: Appliance): Promise<Answer> {
  const { db, clock, config, about } = needs
  const nowMs = clock.now()
  const status = await readStatus(db.reader, nowMs)
  const facts = {
    config,
    status,
    provider: serviceHealth(needs.provider, status.services.provider),
    scoring: serviceHealth(needs.scoring, status.services.scoring),
    failedJobs: await countFailedJobs(db.reader),
    auditCopy: await readAuditCopy(db.reader, config.auditCopy, nowMs),
    disk: await measureDisk(config, about.databaseFile, db.reader),
    scheduledTasks: needs.scheduledTasks.list(),
  }
  const data = systemJson({
    version: about.version,
    apiVersion,
    nodeVersion: process.versions.node,
    startedAt: about.startedAt,
    nowMs,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    providerName: needs.provider?.name,
    checks: systemChecksOf(facts),
    provider: facts.provider,
    scoring: facts.scoring,
    jobs: status.jobs,
    failedCount: facts.failedJobs,
    waitingJobs: await listWaitingJobs(db.reader, jobsShownMax),
    runningJobs: await listRunningJobs(db.reader, jobsShownMax),
    failedJobs: await listFailedJobs(db.reader, jobsShownMax),
    disk: facts.disk,
    migrations: await listAppliedMigrations(db.reader),
    scheduledTasks: facts.scheduledTasks,
    settings: about.settings,
  })
  return { status: 200, data }
}

async function retry(needs: Appliance, request: ConsoleRequest): Promise<Answer> {
  await request.json()
  const job = await runListedJobNow(needs, originOfUser(request), request.param('id'))
  return { status: 202, data: listedJobJson(job) }
}
