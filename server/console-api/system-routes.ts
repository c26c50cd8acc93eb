// The System screen: what runs here, with which settings, on how much room; and hastening a job.

import type { Appliance } from '../appliance.ts'
import { listAppliedMigrations } from '../db/migration-view.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { hastenListedJob } from '../jobs/hasten-listed-job.ts'
import {
  countFailedJobs,
  listFailedJobs,
  listRunningJobs,
  listWaitingJobs,
} from '../jobs/job-list-view.ts'
import { interfaceVersion } from '../kernel/interface-version.ts'
import { readAuditCopy } from '../operations/audit-lag-view.ts'
import { measureDisk } from '../operations/measure-disk.ts'
import { readStatus } from '../operations/status-view.ts'
import { outsideHealth } from './health.ts'
import { checksOf } from './system-checks.ts'
import { listedJobJson, systemJson } from './system-json.ts'

/** More would not fit on a screen. */
const jobsShownMax = 50

export function systemEndpoints(needs: Appliance): readonly StaffEndpoint[] {
  return [
    {
      audience: 'staff',
      permission: 'system.read',
      method: 'GET',
      path: '/system',
      answer: () => show(needs),
    },
    {
      audience: 'staff',
      permission: 'system.manage',
      method: 'POST',
      path: '/system/jobs/:id/retry',
      answer: (request) => retry(needs, request),
    },
  ]
}

async function show(needs: Appliance): Promise<Answer> {
  const { db, clock, config, about } = needs
  const nowMs = clock.now()
  const status = await readStatus(db.reader, nowMs)
  const found = {
    config,
    status,
    provider: outsideHealth(needs.provider, status.outside.provider),
    scoring: outsideHealth(needs.scoring, status.outside.scoring),
    failedJobs: await countFailedJobs(db.reader),
    auditCopy: await readAuditCopy(db.reader, config.auditCopy, nowMs),
    disk: await measureDisk(config, about.databaseFile, db.reader),
    duties: needs.duties.list(),
  }
  const data = systemJson({
    version: about.version,
    interfaceVersion,
    nodeVersion: process.versions.node,
    startedAt: about.startedAt,
    nowMs,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    providerName: needs.provider?.name,
    checks: checksOf(found),
    provider: found.provider,
    scoring: found.scoring,
    jobs: status.jobs,
    failedCount: found.failedJobs,
    waitingJobs: await listWaitingJobs(db.reader, jobsShownMax),
    runningJobs: await listRunningJobs(db.reader, jobsShownMax),
    failedJobs: await listFailedJobs(db.reader, jobsShownMax),
    disk: found.disk,
    migrations: await listAppliedMigrations(db.reader),
    duties: found.duties,
    settings: about.settings,
  })
  return { status: 200, data }
}

async function retry(needs: Appliance, request: StaffRequest): Promise<Answer> {
  await request.json({ mayBeEmpty: true })
  const job = await hastenListedJob(needs, originOfMember(request), request.param('id'))
  return { status: 202, data: listedJobJson(job) }
}
