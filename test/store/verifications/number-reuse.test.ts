import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import {
  listSeenByNumber,
  listSeenByReference,
} from '../../../server/console-api/verifications/seen-before-view.ts'
import type { Keyring } from '../../../server/crypto/keyring.ts'
import { purposeKeyFrom } from '../../../server/crypto/purpose-key.ts'
import { storeDataKey } from '../../../server/data-keys/store-data-key.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { prepareBatch } from '../../../server/operations/encryption-keys/reencrypt-batch.ts'
import {
  encryptClaims,
  indexIdNumber,
} from '../../../server/verifications/erasure/encrypted-columns.ts'
import { findNumberReuse } from '../../../server/verifications/find-number-reuse.ts'
import { indexNumberUse } from '../../../server/verifications/number-use.ts'
import { listNumberUses } from '../../../server/verifications/number-use-view.ts'
import type { Claims } from '../../../server/verifications/verification.ts'
import { insertVerification } from '../../../server/verifications/verification-store.ts'
import { openTestDatabase, plansOf, type TestDatabase } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'
import { aVerification } from '../../support/verification.ts'

const awa: Claims = {
  idNumber: 'A1',
  firstName: 'Awa',
  lastName: 'Diop',
  dateOfBirth: '1991-02-03',
}
const newerKey = purposeKeyFrom('mac_blind_index', Buffer.alloc(32, 9), 1)
const before = testKeyring()
const during = testKeyring(7, [newerKey])

/** Writes a verification as its submission does. */
async function submitted(
  { db, clock }: TestDatabase,
  keyring: Keyring,
  claims: Claims,
): Promise<string> {
  clock.advance(1000)
  const verification = aVerification({ createdAt: clock.now() })
  const { id, country } = verification
  const key = keyring.createDataKey()
  await inTransaction(db, async (trx) => {
    await storeDataKey({ keyring, clock }, trx, id, key)
    await insertVerification(trx, verification, {
      claims: encryptClaims(key, id, claims),
      idNumberIndex: indexIdNumber(keyring, country, claims.idNumber),
      numberUse: indexNumberUse(keyring, verification, claims),
      providerAnswer: undefined,
    })
  })
  return id
}

const reuseOf = ({ db }: TestDatabase, keyring: Keyring, id: string) =>
  findNumberReuse({ keyring }, db.reader, id)

describe('the use of a number, while the key of its index is replaced', () => {
  test('is the same: equal claims stay equal under both keys', async (t) => {
    const database = await openTestDatabase(t)
    await submitted(database, before, awa)
    await submitted(database, before, { ...awa, firstName: 'Aissatou' })
    const mixed = await submitted(database, during, { ...awa, firstName: 'AÏSSATOU' })
    assert.equal(await reuseOf(database, during, mixed), undefined)
    const third = await submitted(database, during, { ...awa, lastName: 'Sow' })
    assert.deepEqual(await reuseOf(database, during, third), { birthDates: 1, names: 3 })
    const other = await submitted(database, during, { ...awa, dateOfBirth: '1991-03-02' })
    assert.deepEqual(await reuseOf(database, during, other), { birthDates: 2, names: 3 })
  })

  test('is indexed anew with the number, and found with the newer key alone', async (t) => {
    const database = await openTestDatabase(t)
    const { db, clock } = database
    const id = await submitted(database, before, awa)
    await submitted(database, before, { ...awa, dateOfBirth: '1991-03-02' })
    const after = testKeyring(7, [newerKey])
    const { writes, rowsFailed } = await prepareBatch(
      { db, clock, keyring: after },
      'mac_blind_index',
      '',
      10,
    )
    assert.equal(rowsFailed, 0)
    await inTransaction(db, async (trx) => {
      for (const write of writes) await write(trx)
    })
    const index = indexIdNumber(after, 'SN', awa.idNumber) ?? randomBytes(1)
    const uses = await listNumberUses(db.reader, 'live', [index])
    const expected = indexNumberUse(after, { environment: 'live', country: 'SN' }, awa)
    assert.deepEqual(
      uses.find((use) => use.id === id),
      { id, ...expected },
    )
    assert.deepEqual(await reuseOf(database, after, id), { birthDates: 2, names: 1 })
  })
})

describe('what was seen before is read from an index', onSqlite, () => {
  const index = indexIdNumber(before, 'SN', 'A1') ?? randomBytes(1)
  /** Under the newer key and, while it is replaced, under the older one. */
  const numbers = [index, randomBytes(32)]
  const query = { id: 'ver_1', environment: 'live', numbers, rowsMax: 5 } as const
  const planOf = async (t: TestContext, read: Parameters<typeof plansOf>[2]) => {
    const { file } = await openTestDatabase(t)
    return (await plansOf(t, file, read)).join('\n')
  }

  test('by number', async (t) => {
    for (const read of [
      (trx: Parameters<typeof listSeenByNumber>[0]) => listSeenByNumber(trx, query),
      (trx: Parameters<typeof listSeenByNumber>[0]) => listNumberUses(trx, 'live', numbers),
    ]) {
      const plan = await planOf(t, read)
      assert.match(plan, /verifications_by_document_number/)
      assert.doesNotMatch(plan, /SCAN|verifications_by_environment_id/)
    }
  })

  test('by reference', async (t) => {
    const plan = await planOf(t, (trx) => listSeenByReference(trx, { ...query, externalRef: 'x' }))
    assert.match(plan, /verifications_by_environment_external_ref_id/)
    assert.doesNotMatch(plan, /SCAN (verifications|one|reviews)/)
  })
})
