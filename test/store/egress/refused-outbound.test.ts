import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../server/db/transaction.ts'
import type { OutboundCall, OutboundEnd } from '../../../server/egress/outbound.ts'
import { writeOutbound } from '../../../server/egress/outbound-store.ts'
import { listOutbound } from '../../../server/egress/outbound-view.ts'
import { openOutboundLedger } from '../../../server/egress/record-outbound.ts'
import { openLog, silentLog } from '../../../server/kernel/log.ts'
import { openTestDatabase } from '../../support/database.ts'

const call: OutboundCall = {
  purpose: 'score',
  provider: 'smile-id',
  method: 'POST',
  host: 'score.example',
  fieldNames: ['request_id'],
}
const end: OutboundEnd = {
  outcome: 'answered',
  status: 200,
  bodyBytes: 312,
  bodySha256: 'ab'.repeat(32),
}

test('holds up no entry for one that the database never takes, which is dropped in the end', async (t) => {
  const { db, clock } = await openTestDatabase(t)
  const countRows = async () =>
    (await listOutbound(db.reader, {}, { order: 'oldest_first', after: undefined, limit: 1000 }))
      .length
  await refuseHost(db, 'bad.example')
  const lines: string[] = []
  const log = openLog((line) => lines.push(line), { clock })
  const ledger = openOutboundLedger({ db, clock, log })
  const failures = () => lines.filter((line) => line.includes('outbound_write_failed')).length
  const failed = async (count: number) => {
    while (failures() < count) await new Promise(setImmediate)
  }
  const isLost = () => lines.some((line) => line.includes('outbound_entries_lost'))
  for (let number = 0; number < 300; number += 1) {
    ledger.onCall({ ...call, host: number === 123 ? 'bad.example' : `host-${number}` })(end)
  }
  // With the one of `refuseHost`.
  while ((await countRows()) < 300) await new Promise(setImmediate)
  assert.equal(failures(), 1)
  for (let later = 0; later < 3; later += 1) {
    assert.equal(isLost(), false)
    ledger.onCall({ ...call, host: `later-${later}` })(end)
    while ((await countRows()) < 301 + later) await new Promise(setImmediate)
    await failed(later + 1)
    await clockRuns(clock)
    clock.advance(1_000)
    await failed(later + 2)
  }
  while (!isLost()) await new Promise(setImmediate)
  await ledger.close()
  assert.equal(await countRows(), 303)
  assert.equal(lines.filter((line) => line.includes('outbound_entries_lost')).length, 1)
  assert.equal(clock.pendingCount, 0)
})

test('tries no parts while nothing at all can be stored', async (t) => {
  const { clock } = await openTestDatabase(t)
  let asked = 0
  const full: Pick<Db, 'write'> = {
    async write(work) {
      asked += 1
      await Promise.resolve()
      await work({} as never).catch(() => undefined)
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
    },
  }
  const ledger = openOutboundLedger({ db: full, clock, log: silentLog })
  for (let number = 0; number < 50; number += 1) ledger.onCall(call)(end)
  await clockRuns(clock)
  assert.equal(asked, 1)
  await ledger.close()
})

test('tries once a second while all is refused, however many calls are made', async (t) => {
  const { clock } = await openTestDatabase(t)
  const refusing: Pick<Db, 'write'> = {
    async write(work) {
      await new Promise(setImmediate)
      await work({} as never).catch(() => undefined)
      throw new Error('refused')
    },
  }
  const lines: string[] = []
  const log = openLog((line) => lines.push(line), { clock })
  const ledger = openOutboundLedger({ db: refusing, clock, log })
  const failures = () => lines.filter((line) => line.includes('outbound_write_failed')).length
  for (let number = 0; number < 3; number += 1) ledger.onCall(call)(end)
  await clockRuns(clock)
  assert.equal(failures(), 1)
  for (let second = 1; second <= 3; second += 1) {
    clock.advance(1_000)
    for (let number = 0; number < 100; number += 1) {
      ledger.onCall(call)(end)
      await new Promise(setImmediate)
    }
    await clockRuns(clock)
    assert.equal(failures(), 1 + second)
  }
  await ledger.close()
  assert.match(lines.at(-1) ?? '', /"count":303,"event":"outbound_entries_lost"/)
})

/** Makes the database refuse entries of calls to this host. */
async function refuseHost(db: Db, host: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`create unique index one_bad_host on outbound_calls ((case when host = ${sql.lit(host)} then host end))`.execute(
      trx,
    )
    const entry = { ...call, ...end, id: 'out_0', startedAt: 0, durationMs: 0, host }
    await writeOutbound(trx, [entry])
  })
}

/** Until the next try is planned. */
async function clockRuns(clock: { readonly pendingCount: number }): Promise<void> {
  while (clock.pendingCount === 0) await new Promise(setImmediate)
}
