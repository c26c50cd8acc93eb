// SQLite only: it counts turns of the event loop until the database has answered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { createAuditCopier } from '../../../server/operations/second-systems/audit-copier.ts'
import { createAuditGuard } from '../../../server/operations/second-systems/audit-guard.ts'
import { pollEveryMs } from '../../../server/operations/second-systems/copy-loop.ts'
import { openAuditLog } from '../../support/audit-log.ts'
import { captureLog } from '../../support/captured-log.ts'

const minuteMs = 60_000

test('a file that does not answer at all lags and stops verifications all the same, and keeps no stop waiting', async (t) => {
  const { db, clock } = await openAuditLog(t, 3)
  const { log, of } = captureLog(clock)
  const settings = { lagMaxMs: minuteMs, lagStopMs: 5 * minuteMs }
  const auditGuard = createAuditGuard({ clock }, settings.lagStopMs)
  let asked = 0
  const never = () => {
    asked += 1
    return new Promise<number>(() => {})
  }
  const target = { append: never, place: {}, close: async () => {} }
  const copier = createAuditCopier(
    { db, clock, log, auditGuard, node: { leads: () => true } },
    settings,
    'file',
    target,
  )
  copier.start()
  const until = async (isSo: () => boolean) => {
    for (let looks = 0; looks < 1000 && !isSo(); looks += 1) {
      await turnOfTheLoop()
      clock.advance(pollEveryMs)
    }
    assert.ok(isSo())
  }
  await until(() => of('audit_lags').length === 1)
  assert.equal(auditGuard.refusal(), undefined)
  await until(() => auditGuard.refusal() !== undefined)
  assert.equal(auditGuard.refusal()?.code, 'unavailable')
  await until(() => of('audit_lag_stops_verifications').length === 1)
  assert.equal(asked, 1, 'nothing is begun beside what hangs')
  const stopped = copier.stop(1000)
  clock.advance(1000)
  await stopped
})

test('without a limit nothing is ever refused', async (t) => {
  const { clock } = await openAuditLog(t)
  const guard = createAuditGuard({ clock }, undefined)
  guard.update('file', 0)
  assert.equal(guard.refusal(), undefined)
})
