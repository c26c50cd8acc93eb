// A job as it is claimed for the first time, for tests that need no database.

import type { Job } from '../../server/jobs/job.ts'

export function waitingJob(changed: Partial<Job> = {}): Job {
  return {
    id: 'job_1',
    kind: 'verification.run',
    step: 'ask',
    subjectId: 'ver_1',
    payload: {},
    attempts: 0,
    throws: 0,
    runs: 1,
    interruptions: 0,
    loneDeaths: 0,
    isTrial: false,
    isAhead: false,
    reason: undefined,
    failingSince: undefined,
    createdAt: 0,
    dueAt: 0,
    ...changed,
  }
}
