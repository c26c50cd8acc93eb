import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fromSystem, parseHead, printHead } from '../../../server/audit/audit.ts'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { recordAudit } from '../../../server/audit/record-audit.ts'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { keyring, makeRoom, openAuditLog } from '../../support/audit-log.ts'
import { testKeyring } from '../../support/test-keyring.ts'

type Log = Awaited<ReturnType<typeof openAuditLog>>

async function kindsAfter(log: Log, head?: { sequence: number; hash: string }) {
  const { isIntact, faults } = await log.verify(head)
  assert.equal(isIntact, faults.length === 0)
  return [...new Set(faults.map(({ kind }) => kind))]
}

describe('the audit log', () => {
  test('counts its entries without a gap, each bound to the one before', async (t) => {
    const { db, verify } = await openAuditLog(t, 3)
    const page = { limit: 10, after: undefined }
    const entries = (await listAuditEntries(db.reader, {}, page)).toReversed()
    assert.deepEqual(
      entries.map(({ sequence }) => sequence),
      [1, 2, 3],
    )
    assert.equal(entries[1]?.previousHash, entries[0]?.hash)
    assert.deepEqual((await verify()).faults, [])
  })

  test('keeps an entry exactly if its change is committed', async (t) => {
    const { db, clock } = await openAuditLog(t, 1)
    const undone = inTransaction(db, async (trx) => {
      await recordAudit({ clock, keyring }, trx, { by: fromSystem, action: 'key.revoked' })
      throw new Error('the change failed')
    })
    await assert.rejects(undone, /the change failed/)
    assert.equal((await findHead(db.reader)).sequence, 1)
  })

  test('undoes a change whose entry cannot be written', async (t) => {
    const { db, clock } = await openAuditLog(t)
    const broken = {
      clock,
      keyring: {
        ...keyring,
        macHex: () => {
          throw new Error('no key')
        },
      },
    }
    const change = inTransaction(db, async (trx) => {
      await trx
        .insertInto('sign_in_attempts')
        .values({ subject: 'x', failures: 1, last_failed_at: 1 })
        .execute()
      await recordAudit(broken, trx, { by: fromSystem, action: 'key.revoked' })
    })
    await assert.rejects(change, /no key/)
    assert.deepEqual(await db.reader.selectFrom('sign_in_attempts').selectAll().execute(), [])
  })

  test('stays one chain when many write at once', async (t) => {
    const { record, verify } = await openAuditLog(t)
    await Promise.all(Array.from({ length: 50 }, () => record()))
    const { isIntact, entries } = await verify()
    assert.deepEqual([isIntact, entries], [true, 50])
  })

  test('takes declared details only', async (t) => {
    const { db, clock } = await openAuditLog(t)
    const details = { name: 'Awa Diop' } as object
    const recorded = inTransaction(db, (trx) =>
      recordAudit({ clock, keyring }, trx, { by: fromSystem, action: 'key.revoked', details }),
    )
    await assert.rejects(recorded)
  })

  test('lets no statement change or remove an entry', async (t) => {
    const { db } = await openAuditLog(t, 2)
    assert.throws(() => db.raw.exec(`update audit_entries set outcome = 'failed'`), /never changed/)
    assert.throws(() => db.raw.exec('delete from audit_entries'), /never removed/)
  })

  test('is filtered and read page by page, newest first', async (t) => {
    const { db, record } = await openAuditLog(t, 4)
    const user = { ...fromSystem, actor: { kind: 'user', id: `usr_${'1'.repeat(26)}` } } as const
    await record(user)
    const read = (filter: object, after?: string) =>
      listAuditEntries(db.reader, filter, { limit: 2, after })
    assert.equal((await read({ actorId: user.actor.id })).length, 1)
    const first = await read({})
    assert.deepEqual(
      first.map(({ sequence }) => sequence),
      [5, 4, 3],
    )
    const next = await read({}, first[1]?.id)
    assert.deepEqual(
      next.map(({ sequence }) => sequence),
      [3, 2, 1],
    )
  })
})

describe('verifying the audit log reports', () => {
  test('an entry that was edited', async (t) => {
    const log = await openAuditLog(t, 5)
    log.tamper((raw) => raw.exec(`update audit_entries set outcome = 'denied' where sequence = 3`))
    assert.deepEqual(await kindsAfter(log), ['edited'])
    assert.equal((await log.verify()).faults[0]?.sequence, 3)
  })

  for (const [name, column, value] of [
    ['the actor', 'actor_id', 'usr_x'],
    ['the time', 'at', '1'],
    ['the details', 'details', '{"environment":"sandbox"}'],
    ['unknown details', 'details', '{"environment":"live","more":1}'],
    ['the address', 'client_address', '10.0.0.1'],
    ['the hash', 'hash', 'f'.repeat(64)],
  ] as const) {
    test(`${name} of the last entry edited`, async (t) => {
      const log = await openAuditLog(t, 3)
      log.tamper((raw) =>
        raw.prepare(`update audit_entries set ${column} = ? where sequence = 3`).run(value),
      )
      assert.deepEqual(await kindsAfter(log), ['edited'])
    })
  }

  test('an entry that was deleted, also where the rest was counted anew', async (t) => {
    for (const from of [1, 3]) {
      const log = await openAuditLog(t, 5)
      log.tamper((raw) => raw.exec(`delete from audit_entries where sequence = ${from}`))
      assert.deepEqual(await kindsAfter(log), ['deleted'])
      log.db.raw.exec(`update audit_entries set sequence = -sequence where sequence > ${from}`)
      log.db.raw.exec('update audit_entries set sequence = -sequence - 1 where sequence < 0')
      assert.deepEqual(await kindsAfter(log), ['deleted'])
    }
  })

  test('an entry that was put in', async (t) => {
    const log = await openAuditLog(t, 5)
    log.tamper((raw) => {
      makeRoom(raw, 3)
      raw.exec(`insert into audit_entries select 3, 'aud_forged', at, actor_kind, actor_id, action,
        subject_kind, subject_id, outcome, client_address, request_id, details, key_id,
        previous_hash, '${'a'.repeat(64)}' from audit_entries where sequence = 2`)
    })
    assert.deepEqual(await kindsAfter(log), ['inserted'])
    assert.equal((await log.verify()).faults[0]?.id, 'aud_forged')
  })

  test('entries that changed places', async (t) => {
    const log = await openAuditLog(t, 5)
    log.tamper((raw) => {
      raw.exec('update audit_entries set sequence = 99 where sequence = 2')
      raw.exec('update audit_entries set sequence = 2 where sequence = 4')
      raw.exec('update audit_entries set sequence = 4 where sequence = 99')
    })
    assert.deepEqual(await kindsAfter(log), ['reordered'])
  })

  test('a cut at the end, against a head that was kept, and only so', async (t) => {
    const log = await openAuditLog(t, 5)
    const head = await findHead(log.db.reader)
    assert.deepEqual(await kindsAfter(log, head), [])
    log.tamper((raw) => raw.exec('delete from audit_entries where sequence > 3'))
    assert.deepEqual(await kindsAfter(log), [])
    assert.deepEqual(await kindsAfter(log, head), ['cut'])
  })

  test('a log that was written anew with the right key, against a head that was kept', async (t) => {
    const log = await openAuditLog(t, 3)
    const head = await findHead(log.db.reader)
    log.tamper((raw) => raw.exec('delete from audit_entries'))
    log.clock.advance(1)
    for (let count = 0; count < 4; count += 1) await log.record()
    assert.deepEqual(await kindsAfter(log), [])
    assert.deepEqual(await kindsAfter(log, head), ['rewritten'])
  })

  test('a log that was written anew without the key', async (t) => {
    const log = await openAuditLog(t, 2)
    const { isIntact } = await verifyChain({ db: log.db, keyring: testKeyring(9) })
    assert.equal(isIntact, false)
  })
})

test('verifying lets others be served, and stops when nobody waits for it', async (t) => {
  const { db, record } = await openAuditLog(t)
  // On PostgreSQL works that wait too long for their turn are refused.
  for (let hundred = 0; hundred < 6; hundred += 1) {
    await Promise.all(Array.from({ length: 100 }, () => record()))
  }
  const gone = new AbortController()
  setImmediate(() => gone.abort(new Error('nobody waits')))
  await assert.rejects(verifyChain({ db, keyring }, { signal: gone.signal }), /nobody waits/)
})

test('a head is printed and read back, and anything else is none', () => {
  const head = { sequence: 17, hash: 'ab'.repeat(32) }
  assert.deepEqual(parseHead(printHead(head)), head)
  for (const text of ['', '17', '17:ab', `-1:${head.hash}`, `17:${head.hash.toUpperCase()}`]) {
    assert.equal(parseHead(text), undefined)
  }
})
