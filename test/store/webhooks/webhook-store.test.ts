import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { cancelPending } from '../../../server/deliveries/delivery-cancel-store.ts'
import { countPending } from '../../../server/deliveries/delivery-view.ts'
import { createWebhookCache } from '../../../server/webhooks/webhook-cache.ts'
import {
  findEncryptedSecrets,
  findWebhook,
  insertWebhook,
  listAllWebhooks,
  listVersions,
  listWebhooks,
  setEncryptedSecrets,
  setWebhookDeleted,
  updateWebhook,
} from '../../../server/webhooks/webhook-store.ts'
import { openTestDatabase, plansOf } from '../../support/database.ts'
import { aWebhook, keepWebhook } from '../../support/deliveries.ts'
import { onSqlite } from '../../support/postgres.ts'
import { testKeyring } from '../../support/test-keyring.ts'

const firstPage = { limit: 10, after: undefined }

describe('a webhook in the store', () => {
  test('comes back as it went in, whatever it has and has not', async (t) => {
    const { db } = await openTestDatabase(t)
    const full = aWebhook({
      description: 'Dakar',
      active: false,
      timestampMode: 'attempt',
      clientCertificate: 'PEM',
      failingSince: 7,
      environment: 'sandbox',
      events: ['verification.failed'],
    })
    for (const webhook of [aWebhook(), full]) {
      await keepWebhook(db, webhook)
      assert.deepEqual(await findWebhook(db.reader, webhook.id), webhook)
    }
  })

  test('is found in its own environment only, where one is named', async (t) => {
    const { db } = await openTestDatabase(t)
    const { id } = await keepWebhook(db)
    assert.ok(await findWebhook(db.reader, id, 'live'))
    assert.equal(await findWebhook(db.reader, id, 'sandbox'), undefined)
  })

  test('is listed newest first, by environment or all, with its encrypted columns', async (t) => {
    const { db } = await openTestDatabase(t)
    const kept = []
    for (const createdAt of [1, 2, 3]) kept.unshift(await keepWebhook(db, { createdAt }))
    const sandbox = await keepWebhook(db, { createdAt: 4, environment: 'sandbox' })
    const listed = await listWebhooks(db.reader, { environment: 'live' }, firstPage)
    const encrypted = { secrets: Buffer.of(1), clientKey: undefined }
    assert.deepEqual(
      listed,
      kept.map((webhook) => ({ webhook, encrypted })),
    )
    const all = await listWebhooks(db.reader, {}, { limit: 2, after: sandbox.id })
    assert.deepEqual(
      all.map(({ webhook }) => webhook.id),
      kept.map(({ id }) => id),
      'one more than asked for tells that there are more',
    )
    assert.equal((await listAllWebhooks(db.reader, 'live')).length, 3)
  })

  test('keeps what another change has written meanwhile', async (t) => {
    const { db } = await openTestDatabase(t)
    const webhook = await keepWebhook(db)
    const description = 'changed by another node'
    await inTransaction(db, (trx) =>
      updateWebhook(trx, { ...webhook, description }, ['description']),
    )
    await inTransaction(db, (trx) => updateWebhook(trx, { ...webhook, active: false }, ['active']))
    const now = await findWebhook(db.reader, webhook.id)
    assert.deepEqual([now?.description, now?.active], [description, false])
  })

  test('counts every change of its owner, and of its secrets', async (t) => {
    const { db } = await openTestDatabase(t)
    const webhook = await keepWebhook(db)
    const encrypted = { secrets: Buffer.of(2), clientKey: Buffer.of(3) }
    await inTransaction(db, (trx) => updateWebhook(trx, { ...webhook, active: false }, ['active']))
    assert.equal((await listVersions(db.reader, [webhook.id])).get(webhook.id), 2)
    await inTransaction(db, (trx) => setEncryptedSecrets(trx, webhook.id, encrypted))
    assert.equal((await listVersions(db.reader, [webhook.id])).get(webhook.id), 3)
    assert.deepEqual(await findEncryptedSecrets(db.reader, webhook.id), encrypted)
    assert.deepEqual(await findWebhook(db.reader, webhook.id), {
      ...webhook,
      active: false,
      version: 3,
    })
  })

  test('is nowhere to be found once it is deleted', async (t) => {
    const { db } = await openTestDatabase(t)
    const { id } = await keepWebhook(db)
    await inTransaction(db, (trx) => setWebhookDeleted(trx, id, 1))
    assert.equal(await findWebhook(db.reader, id), undefined)
    assert.equal(await findEncryptedSecrets(db.reader, id), undefined)
    assert.deepEqual(await listWebhooks(db.reader, {}, firstPage), [])
    assert.deepEqual(await listAllWebhooks(db.reader, 'live'), [])
    assert.equal((await listVersions(db.reader, [id])).size, 0)
  })

  test('that a newer release subscribed to more keeps that, and is read without it', async (t) => {
    const { db } = await openTestDatabase(t)
    const webhook = await keepWebhook(db, { events: ['review.closed'] })
    const events = JSON.stringify(['review.reopened', 'review.closed'])
    await inTransaction(db, (trx) => trx.updateTable('webhooks').set({ events }).execute())
    assert.deepEqual(await findWebhook(db.reader, webhook.id), webhook)

    const changed = { ...webhook, url: 'https://bank.example/other' }
    await inTransaction(db, (trx) => updateWebhook(trx, changed, ['url']))
    const rows = await db.reader.selectFrom('webhooks').select(['url', 'events']).execute()
    assert.deepEqual(rows, [{ url: changed.url, events }])
  })

  test('is opened once, and again only after it was dropped from the cache', async (t) => {
    const { db } = await openTestDatabase(t)
    const { id } = await keepWebhook(db)
    const keyring = testKeyring()
    const opened = t.mock.method(keyring, 'decryptSmall').mock
    const cache = createWebhookCache({ keyring })
    const read = async () => {
      assert.equal((await cache.read(db.reader, [id])).get(id), 'unreadable')
      return opened.callCount()
    }
    assert.deepEqual([await read(), await read()], [1, 1])
    cache.keepOnly(new Set([id]))
    assert.equal(await read(), 1)
    cache.keepOnly(new Set())
    assert.equal(await read(), 2)
  })

  test('is never kept twice', async (t) => {
    const { db } = await openTestDatabase(t)
    const webhook = await keepWebhook(db)
    const encrypted = { secrets: Buffer.of(1), clientKey: undefined }
    await assert.rejects(inTransaction(db, (trx) => insertWebhook(trx, webhook, encrypted)))
  })
})

describe('the queries about webhooks', () => {
  test('go through an index, however many deliveries there are', onSqlite, async (t) => {
    const { file } = await openTestDatabase(t)
    const plans = await plansOf(t, file, async (trx) => {
      await listWebhooks(trx, { environment: 'live' }, { limit: 10, after: 'wh_x' })
      await findWebhook(trx, 'wh_x', 'live')
      await listAllWebhooks(trx, 'live')
      await cancelPending(trx, 'wh_x', 1)
      await countPending(trx, 'wh_x')
    })
    const seeks = plans.filter((step) => !step.startsWith('LIST SUBQUERY'))
    assert.ok(seeks.length > 0)
    for (const plan of seeks) assert.match(plan, /^SEARCH .* USING (COVERING )?INDEX/)
  })
})
