import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { readMasterKey } from '../../server/crypto/master-key.ts'
import { keyPurposes } from '../../server/crypto/purpose-key.ts'
import { storeDataKey } from '../../server/data-keys/store-data-key.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { afterMonths } from '../../server/operations/key-inventory.ts'
import { openSecrets } from '../../server/webhooks/webhook-secrets.ts'
import { findEncryptedSecrets } from '../../server/webhooks/webhook-store.ts'
import {
  certifyClient,
  certifyExpiredServer,
  certifyServer,
  makeAuthority,
} from '../support/tls.ts'
import { installForWebhooks, type WebhookInstallation } from './webhook-installation.ts'

interface Shown {
  readonly well: boolean
  readonly master_key: Readonly<Record<string, unknown>>
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

const dayMs = 24 * 60 * 60 * 1000

async function look(svc: WebhookInstallation, status = 0): Promise<Shown> {
  const ran = await svc.svc(['crypto', 'status', '--json'])
  assert.equal(ran.status, status, ran.err || ran.out)
  return JSON.parse(ran.out)
}

/** As though the webhooks, or the use of the master key, had begun so many days ago. */
function age(svc: WebhookInstallation, what: 'master_key' | 'webhooks', days: number) {
  const at = systemClock.now() - days * dayMs
  return svc.within(({ db }) =>
    inTransaction(db, (trx) =>
      what === 'webhooks'
        ? trx.updateTable('webhooks').set({ created_at: at }).execute()
        : trx.updateTable('master_keys').set({ used_since: at }).execute(),
    ),
  )
}

function named({ keys }: Shown, name: string) {
  return keys.filter((key) => key.name === name)
}

async function giveCertificate(svc: WebhookInstallation, pair: { cert: string; key: string }) {
  const [certFile, keyFile] = ['tls.crt', 'tls.key'].map((name) => join(svc.folder, name))
  writeFileSync(certFile ?? '', pair.cert)
  writeFileSync(keyFile ?? '', pair.key, { mode: 0o600 })
  appendFileSync(
    svc.configFile,
    `\nSVC_TLS_CERT_FILE=${certFile}\nSVC_TLS_KEY_FILE=${keyFile}\nSVC_PUBLIC_URL=https://svc.bank.example\n`,
  )
}

async function inUse(t: TestContext) {
  const svc = await installForWebhooks(t)
  const authority = await makeAuthority()
  await giveCertificate(svc, await certifyServer(authority))
  const client = await certifyClient(authority)
  const certFile = join(svc.folder, 'client.crt')
  const keyFile = join(svc.folder, 'client.key')
  writeFileSync(certFile, client.cert)
  writeFileSync(keyFile, client.key, { mode: 0o600 })
  const first = await svc.register('--client-cert', certFile, '--client-key', keyFile)
  const second = await svc.register()
  const key = await svc.json(['keys', 'create', '--name', 'Core', '--env', 'sandbox'])
  await svc.within(async (appliance) => {
    for (const id of ['ver_1', 'ver_2', 'ver_3'])
      await inTransaction(appliance.db, (trx) =>
        storeDataKey(appliance, trx, id, appliance.keyring.createDataKey()),
      )
  })
  return { svc, first, second, key: String(key.key) }
}

describe('svc crypto status', () => {
  test('lists every kind of key from a folder in use, with strength, age and due date', async (t) => {
    const { svc, first, second } = await inUse(t)
    const shown = await look(svc)
    const { fingerprint } = readMasterKey(svc.masterKeyFile)
    assert.deepEqual(shown.master_key, {
      fingerprint,
      file: svc.masterKeyFile,
      source: svc.masterKeyFile,
      used_since: shown.master_key.used_since,
      escrow_confirmed_at: null,
      rotation: 'none',
    })
    const [master] = named(shown, 'master_key')
    assert.deepEqual(
      [master?.subject, master?.bits, master?.life_months, master?.state],
      [fingerprint, 256, 24, 'good'],
    )
    const since = Date.parse(String(master?.oldest_at))
    assert.equal(Date.parse(String(master?.due_at)), afterMonths(since, 24))
    const [data] = named(shown, 'data_key')
    const [wrapping] = named(shown, 'wrapping')
    assert.deepEqual(
      [data?.subject, data?.count, data?.algorithm],
      [wrapping?.subject, 3, 'AES-256-GCM'],
    )
    assert.deepEqual(
      named(shown, 'api_key').map(({ count }) => count),
      [1],
    )
    const secrets = named(shown, 'webhook_secret')
    assert.deepEqual(
      secrets.map(({ subject }) => subject),
      [first, second].toSorted(),
    )
    for (const secret of secrets)
      assert.equal(
        Date.parse(String(secret.due_at)),
        afterMonths(Date.parse(String(secret.oldest_at)), 12),
      )
    const [certificate] = named(shown, 'webhook_client_certificate')
    assert.deepEqual([certificate?.subject, certificate?.life], [first, 'expiry'])
    const [listener] = named(shown, 'listener_certificate')
    assert.match(String(listener?.subject), /^CN=/)
    assert.ok(Date.parse(String(listener?.due_at)) > systemClock.now())
    assert.ok(Number(listener?.bits) >= 256, String(listener?.bits))
  })

  test('has each key that the keyring derives, and no key twice', async (t) => {
    const shown = await look(await installForWebhooks(t))
    for (const name of keyPurposes) assert.equal(named(shown, name).length, 1, name)
    const all = shown.keys.map(({ name, subject }) => `${name} ${subject}`)
    assert.equal(new Set(all).size, all.length)
    assert.deepEqual(named(shown, 'listener_certificate'), [])
  })

  test('shows no secret', async (t) => {
    const { svc, first, key } = await inUse(t)
    const secret = await svc.within(async ({ db, keyring }) => {
      const encrypted = await findEncryptedSecrets(db.reader, first)
      return openSecrets(keyring, first, encrypted?.secrets ?? Buffer.alloc(0)).current
    })
    const texts = await Promise.all([
      svc.svc(['crypto', 'status']),
      svc.svc(['crypto', 'status', '--json']),
    ])
    const material = readFileSync(svc.masterKeyFile, 'utf8').trim().split(':')[1] ?? ''
    for (const { out, err } of texts)
      for (const hidden of [material, key, secret, 'whsec_', 'PRIVATE KEY'])
        assert.ok(!`${out}${err}`.includes(hidden), hidden.slice(0, 8))
  })

  test('ends with 3 once something is overdue, names it, and a rotation mends it', async (t) => {
    const svc = await installForWebhooks(t)
    const old = await svc.register()
    await age(svc, 'webhooks', 360)
    assert.equal((await look(svc)).well, true)
    await age(svc, 'webhooks', 367)
    const late = await look(svc, 3)
    assert.equal(late.well, false)
    const overdue = late.keys.filter(({ state }) => state === 'overdue')
    assert.deepEqual(
      overdue.map(({ name, subject }) => [name, subject]),
      [['webhook_secret', old]],
    )
    const told = await svc.svc(['crypto', 'status'])
    assert.match(told.out, new RegExp(`webhook_secret ${old} was due \\d{4}-`))
    const rotated = await svc.run(['rotate-secret', old, '--yes'])
    assert.equal(rotated.status, 0, rotated.err)
    assert.equal((await look(svc)).well, true)
  })

  test('the master key is due after 24 months, with what derives from it, and the command that changes it is named', async (t) => {
    const svc = await installForWebhooks(t)
    await age(svc, 'master_key', 725)
    assert.equal((await look(svc)).well, true)
    await age(svc, 'master_key', 733)
    const late = await look(svc, 3)
    const overdue = late.keys.filter(({ state }) => state === 'overdue').map(({ name }) => name)
    assert.ok(overdue.includes('master_key') && overdue.includes('mac_user'), overdue.join())
    assert.match((await svc.svc(['crypto', 'status'])).out, /svc crypto rotate-master/)
  })

  test('an expired certificate of the listener is overdue, one that is gone is unreadable', async (t) => {
    const svc = await installForWebhooks(t)
    await giveCertificate(svc, await certifyExpiredServer(await makeAuthority()))
    assert.equal(named(await look(svc, 3), 'listener_certificate')[0]?.state, 'overdue')
    writeFileSync(join(svc.folder, 'tls.crt'), 'nothing')
    assert.equal(named(await look(svc, 3), 'listener_certificate')[0]?.state, 'unreadable')
  })

  test('months end on the last day where a month is shorter', () => {
    const text = (at: number | undefined) => new Date(at ?? 0).toISOString().slice(0, 10)
    assert.equal(text(afterMonths(Date.UTC(2024, 1, 29), 12)), '2025-02-28')
    assert.equal(text(afterMonths(Date.UTC(2026, 10, 22), 24)), '2028-11-22')
  })
})
