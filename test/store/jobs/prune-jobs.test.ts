import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pruneJobs } from '../../../server/jobs/prune-jobs.ts'
import { commitsIn, openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'

const dayMs = 24 * 60 * 60 * 1000

/** `count` jobs in `state`, finished at `finishedAt` where that is not null. */
function insertJobs(
  { db }: TestDatabase,
  count: number,
  job: { readonly state: string; readonly finishedAt: number | null },
): void {
  const insert = db.raw.prepare(
    `insert into jobs (id, kind, subject_id, payload, state, due_at, attempts, throws, runs, interruptions, lone_deaths, is_trial, created_at, finished_at) values (?, 'verification.run', ?, '{}', ?, 0, 0, 0, 0, 0, 0, 0, 0, ?)`,
  )
  const first = Number(db.raw.prepare('select count(*) from jobs').pluck().get())
  db.raw.exec('begin')
  for (let index = first; index < first + count; index += 1) {
    insert.run(`job_${index}`, `ver_${index}`, job.state, job.finishedAt)
  }
  db.raw.exec('commit')
}

test(
  'jobs that ended more than a week ago are deleted, 500 a transaction; the others stay',
  onSqlite,
  async (t) => {
    const database = await openTestDatabase(t)
    const weekAgo = database.clock.now() - 7 * dayMs
    insertJobs(database, 700, { state: 'done', finishedAt: weekAgo - 1 })
    insertJobs(database, 500, { state: 'failed', finishedAt: weekAgo - 90 * dayMs })
    insertJobs(database, 3, { state: 'done', finishedAt: weekAgo })
    insertJobs(database, 5, { state: 'waiting', finishedAt: null })
    insertJobs(database, 2, { state: 'running', finishedAt: null })
    const commitsBefore = commitsIn(database.file)
    assert.equal(await pruneJobs(database), 1200)
    assert.equal(commitsIn(database.file) - commitsBefore, 3)
    const left = database.db.raw
      .prepare('select state, count(*) as count from jobs group by state')
      .all()
    assert.deepEqual(left, [
      { state: 'done', count: 3 },
      { state: 'running', count: 2 },
      { state: 'waiting', count: 5 },
    ])
    assert.equal(await pruneJobs(database), 0)
  },
)
