// The clock of the machine jumps by a day while the schedule runs: nothing stands still for a day, nothing runs for
// each minute of the day, and nobody is locked out or stays signed in.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { fromSystem } from '../../../server/audit/audit.ts'
import { isBackupDue } from '../../../server/backup/backup-policy.ts'
import { insertBackupRun, readLastRuns } from '../../../server/backup/backup-run-store.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { runRetention } from '../../../server/erasure/run-retention.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { mendDueTimes } from '../../../server/mend-due-times.ts'
import { type ScheduledTask, startSchedule } from '../../../server/schedule.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { addUser, goodPassword, openConsole } from '../../support/console-client.ts'
import { onSqlite } from '../../support/postgres.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { turns, until } from '../../support/turns.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let app: RunningAppliance
before(async () => {
  app = await startAppliance({ settings: { SVC_RETENTION_SANDBOX: 'SN=30d' } })
})
after(() => app.close())

/** Sets the clock forward, as a time service may: timers keep their delays. */
const setAhead = (ms: number) => app.clock.setBack(-ms)

describe('the schedule', onSqlite, () => {
  const runs = { minute: 0, night: 0 }
  let stop = async () => {}
  before(() => {
    const count = (name: keyof typeof runs) => async () => {
      runs[name] += 1
      return 1
    }
    const tasks: readonly ScheduledTask[] = [
      { name: 'back_up', when: '* * * * *', run: count('minute') },
      { name: 'run_retention', when: '12 3 * * *', run: count('night') },
      { name: 'mend_due_times', when: '* * * * *', run: mendDueTimes },
    ]
    stop = startSchedule(app.appliance, tasks)
  })
  beforeEach(() => Object.assign(runs, { minute: 0, night: 0 }))
  after(() => stop())

  /** Lets the time go by minute by minute, as timers do, until the tasks of each have ended. */
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      const before = runs.minute
      app.clock.advance(minuteMs)
      await until(() => runs.minute > before)
      await turns(5)
    }
  }

  test('runs each minute', async () => {
    await pass(3)
    assert.deepEqual(runs, { minute: 3, night: 0 })
  })

  test('a day ahead: what was jumped over runs once, and each minute goes on', async () => {
    setAhead(dayMs)
    await pass(3)
    assert.deepEqual(runs, { minute: 3, night: 1 })
  })

  test('a day back: each minute goes on, though those minutes have run before', async () => {
    app.clock.setBack(dayMs)
    await pass(3)
    assert.deepEqual(runs, { minute: 3, night: 0 })
  })

  test('set back over times that have run: each minute goes on after six minutes', async () => {
    await pass(12)
    app.clock.setBack(12 * minuteMs)
    for (let passed = 0; passed < 6; passed += 1) {
      app.clock.advance(minuteMs)
      await turns(20)
    }
    await pass(3)
    app.clock.advance(3 * minuteMs)
  })

  test('and at the times that had run on the wrong day, everything runs again', async () => {
    setAhead(dayMs - 9 * minuteMs)
    await pass(3)
    assert.deepEqual(runs, { minute: 3, night: 1 })
  })
})

test('a job whose due time a clock recorded that was a day ahead is due, and no other one is', async () => {
  const { db, clock } = app.appliance
  const enqueue = (subjectId: string, dueAt: number) =>
    inTransaction(db, (trx) =>
      enqueueJob({ clock }, trx, { kind: 'verification.run', subjectId, payload: {}, dueAt }),
    )
  await enqueue('ver_ahead', clock.now() + dayMs)
  await enqueue('ver_later', clock.now() + 5 * minuteMs)
  const dueOf = async (id: string) => {
    const jobs = db.reader.selectFrom('jobs').select('due_at').where('subject_id', '=', id)
    return (await jobs.executeTakeFirstOrThrow()).due_at
  }
  const later = await dueOf('ver_later')
  assert.equal(await mendDueTimes(app.appliance), 1)
  assert.deepEqual([await dueOf('ver_ahead'), await dueOf('ver_later')], [clock.now(), later])
  assert.equal(await mendDueTimes(app.appliance), 0)
})

test('a job that waits for staff is due only if it waits longer than they have', async () => {
  const { db, clock } = app.appliance
  const job = { kind: 'verification.run' as const, payload: {} }
  await inTransaction(db, async (trx) => {
    await enqueueJob({ clock }, trx, {
      ...job,
      subjectId: 'staff_1',
      dueAt: clock.now() + 2 * dayMs,
    })
    await enqueueJob({ clock }, trx, {
      ...job,
      subjectId: 'staff_2',
      dueAt: clock.now() + 3 * dayMs,
    })
    const reason = { reason: 'awaiting_staff' }
    await trx.updateTable('jobs').set(reason).where('subject_id', 'like', 'staff_%').execute()
  })
  assert.equal(await mendDueTimes(app.appliance), 1)
})

test('backups of a clock that was a day ahead hide neither failures nor that one is due', async () => {
  const { db, clock } = app.appliance
  const at = clock.now()
  const keep = (startedAt: number, outcome: 'done' | 'failed') =>
    inTransaction(db, (trx) =>
      insertBackupRun(trx, {
        id: newId('bak', startedAt),
        startedAt,
        endedAt: startedAt,
        cause: 'schedule',
        target: '/backups',
        result:
          outcome === 'failed'
            ? { outcome, reason: 'disk_full' }
            : {
                outcome,
                name: `svc-${startedAt}`,
                bytes: 1,
                newBytes: 1,
                images: 0,
                missingImages: 0,
              },
      }),
    )
  await keep(at - 60 * minuteMs, 'done')
  await keep(at + dayMs, 'done')
  await keep(at - 20 * minuteMs, 'failed')
  const runs = await readLastRuns(db.reader, at)
  assert.deepEqual([runs.lastSuccessAt, runs.failures], [at - 60 * minuteMs, 1])
  assert.equal(isBackupDue(runs, 15 * minuteMs, at), true)
})

describe('people', () => {
  test('a session of a clock that was a day ahead ends with it', async () => {
    const { email } = await addUser(app.appliance, 'auditor')
    setAhead(dayMs)
    const client = openConsole(app.server)
    await client.signIn(email, goodPassword)
    assert.equal((await client.get('/me')).status, 200)
    app.clock.setBack(dayMs)
    assert.equal((await client.get('/me')).status, 401)
    await client.signIn(email, goodPassword)
    assert.equal((await client.get('/me')).status, 200)
  })

  test('wrong passwords on a clock that was a day ahead lock nobody out until that day', async () => {
    const { email } = await addUser(app.appliance, 'auditor', 'other@bank.example')
    setAhead(dayMs)
    const client = openConsole(app.server)
    for (let at = 0; at < 5; at += 1) await client.signIn(email, 'not the right password')
    assert.equal((await client.signIn(email, goodPassword)).status, 429)
    app.clock.setBack(dayMs)
    assert.equal((await client.signIn(email, goodPassword)).status, 200)
  })
})

test('a clock a day ahead erases nothing in the nightly run before its period is over', async () => {
  const { id } = (await verifyInSandbox(app)).data
  const nightly = async () => {
    const order = { by: fromSystem, isDryRun: false, marginMs: dayMs }
    await runRetention(app.appliance, order)
    const keys = app.appliance.db.reader.selectFrom('data_keys').select('subject_id')
    return (await keys.where('subject_id', '=', String(id)).executeTakeFirst()) === undefined
  }
  app.clock.advance(29 * dayMs + 60 * minuteMs)
  setAhead(dayMs)
  assert.equal(await nightly(), false)
  app.clock.setBack(dayMs)
  app.clock.advance(2 * dayMs)
  assert.equal(await nightly(), true)
})
