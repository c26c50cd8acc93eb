// Slow: takes a second of processor time. unit/crypto encrypts in the fast lane.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { readMasterKey } from '../../server/crypto/master-key.ts'
import { keyPurposes } from '../../server/crypto/purpose-key.ts'
import { storeDataKey } from '../../server/data-keys/store-data-key.ts'
import { copyDatabase } from '../../server/db/sqlite/database-copy.ts'
import { openDb } from '../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { afterMonths } from '../../server/operations/encryption-keys/key-inventory.ts'
import { openSecrets } from '../../server/webhooks/webhook-secrets.ts'
import { findEncryptedSecrets } from '../../server/webhooks/webhook-store.ts'
import {
  certifyClient,
  certifyExpiredServer,
  certifyServer,
  makeAuthority,
} from '../support/tls.ts'
import { installForWebhooks, type WebhookInstallation } from './webhooks/webhook-installation.ts'

interface Shown {
  readonly well: boolean
  readonly master_key: Readonly<Record<string, unknown>>
  readonly keys: readonly Readonly<Record<string, unknown>>[]
  readonly older_master_keys: readonly Readonly<Record<string, unknown>>[]
  readonly kept_copies: readonly Readonly<Record<string, unknown>>[]
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

  test('lists what the settings name: the directory, the copies of the logs, the store of backups', async (t) => {
    const svc = await installForWebhooks(t)
    const keyFile = join(svc.folder, 'directory.key')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
    writeFileSync(keyFile, pem, { mode: 0o600 })
    const given = {
      SVC_OIDC_ISSUER: 'https://login.bank.example',
      SVC_OIDC_CLIENT_ID: 'svc',
      SVC_OIDC_CLIENT_KEY_FILE: keyFile,
      SVC_OIDC_ADMINISTRATORS: 'svc-admins',
      SVC_AUDIT_WEBHOOK_URL: 'https://siem.bank.example/audit',
      SVC_AUDIT_WEBHOOK_SECRET: 'audit-secret-of-some-length-0123456789',
    }
    const lines = Object.entries(given).map(([name, value]) => `${name}=${value}\n`)
    appendFileSync(svc.configFile, `\n${lines.join('')}`)
    const shown = await look(svc)
    const [directory] = named(shown, 'directory_client_key')
    assert.deepEqual(
      [directory?.algorithm, directory?.bits, directory?.life],
      ['ECDSA P-256', 256, 'owner'],
    )
    assert.equal(named(shown, 'audit_webhook_secret').length, 1)
    assert.deepEqual(named(shown, 'directory_client_secret'), [])
    appendFileSync(svc.configFile, '\nSVC_OIDC_CLIENT_SECRET=of-the-directory-0123456789\n')
    const both = await svc.svc(['crypto', 'status'])
    assert.doesNotMatch(`${both.out}${both.err}`, /of-the-directory|audit-secret/)
  })

  test('fits 80 columns without a terminal, however many keys and copies there are', async (t) => {
    const { svc } = await inUse(t)
    mkdirSync(join(svc.dataDir, 'backups'), { mode: 0o700 })
    copyDatabase(join(svc.dataDir, 'svc.db'), join(svc.dataDir, 'backups', 'before-upgrade-1.db'))
    const rotated = await svc.svc(['crypto', 'rotate-master', '--yes'])
    assert.equal(rotated.status, 0, rotated.err)
    const { out } = await svc.svc(['crypto', 'status'])
    const long = out.split('\n').filter((line) => line.length > 80 && !line.includes(svc.folder))
    assert.deepEqual(long, [])
    assert.match(out, /^Older master key +[0-9a-f]{16}, needed for backups/m)
  })

  test('a change of the master key names the instant that status names, and the copies that need the old key', async (t) => {
    const svc = await installForWebhooks(t)
    mkdirSync(join(svc.dataDir, 'backups'), { mode: 0o700 })
    const copy = join(svc.dataDir, 'backups', 'before-migration-from-1-5.db')
    copyDatabase(join(svc.dataDir, 'svc.db'), copy)
    // As the database that a rollback keeps, which a look leaves files beside.
    await openDb(copy).close()
    const { fingerprint: old } = readMasterKey(svc.masterKeyFile)
    const rotated = await svc.json(['crypto', 'rotate-master', '--yes'])
    const shown = await look(svc)
    assert.deepEqual(shown.older_master_keys, [
      { fingerprint: old, needed_for_backups_before: rotated.needed_for_backups_before },
    ])
    assert.deepEqual(rotated.copies_for_old_key, [copy])
    assert.deepEqual(
      shown.kept_copies.map(({ file, master_key }) => [file, master_key]),
      [[copy, old]],
    )
    assert.deepEqual(readdirSync(join(svc.dataDir, 'backups')), [basename(copy)])
    const again = await svc.svc(['crypto', 'rotate-master', '--yes'])
    assert.doesNotMatch(again.err, /Copies in or beside the data folder/)
    assert.match(
      again.err,
      /No copy in escrow is confirmed for the new key .+ yet\. Copy it there, or svc crypto split/,
    )
  })

  test('who holds which share stands in the audit log, and on the sheets', async (t) => {
    const svc = await installForWebhooks(t)
    const split = ['crypto', 'split', '2', 'of', '3', '--yes', '--holder']
    const few = await svc.svc([...split, 'a.ndiaye', 'm.diop'])
    assert.deepEqual([few.status, /3 shares and 2 holders/.test(few.err)], [2, true])
    assert.equal((await svc.svc([...split, 'Awa Ndiaye', 'b', 'c'])).status, 2)
    assert.equal((await svc.svc([...split, 'a', 'a', 'c'])).status, 2)
    const { status, out, err } = await svc.svc([...split, 'a.ndiaye', 'm.diop', 'safe-dakar'])
    assert.equal(status, 0, err)
    assert.match(out, /1\/3[\s\S]*a\.ndiaye[\s\S]*3\/3[\s\S]*safe-dakar/)
    const { fingerprint } = readMasterKey(svc.masterKeyFile)
    const confirm = ['crypto', 'escrow', 'confirm', '--fingerprint', fingerprint, '--holder']
    assert.equal((await svc.svc([...confirm, 'a.ndiaye', 'm.diop'])).status, 0)
    const holdersOf = async (action: string) => {
      const { items } = await svc.json(['audit', 'list', '--action', action])
      const [entry] = items as readonly { readonly details: Record<string, unknown> }[]
      return entry?.details.holders
    }
    const all = ['a.ndiaye', 'm.diop', 'safe-dakar']
    assert.deepEqual(await holdersOf('encryption.key_split'), all)
    assert.deepEqual(await holdersOf('encryption.escrow_confirmed'), all.slice(0, 2))
  })

  test('months end on the last day where a month is shorter', () => {
    const text = (at: number | undefined) => new Date(at ?? 0).toISOString().slice(0, 10)
    assert.equal(text(afterMonths(Date.UTC(2024, 1, 29), 12)), '2025-02-28')
    assert.equal(text(afterMonths(Date.UTC(2026, 10, 22), 24)), '2028-11-22')
  })
})
