import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import { onSqlite } from '../../support/postgres.ts'
import {
  type CertificateFields,
  certificateOfLongKey,
  clientCertificate,
  encryptedKey,
} from './client-certificates.ts'
import { mutualTlsReceiver } from './mutual-tls-receiver.ts'
import { openWebhookClient } from './webhook-client.ts'

const certificateField = 'client_certificate.certificate'
const keyField = 'client_certificate.private_key'

describe('the client certificate of a webhook', () => {
  const client = openedBefore(openWebhookClient)
  let good: CertificateFields
  before(async () => {
    good = await clientCertificate()
  })

  test('is described by its subject and expiry, and is not shown', async () => {
    const { id, client_certificate: described } = await client.register({
      client_certificate: good,
    })
    assert.deepEqual(described, {
      subject: 'CN=svc.bank.example, O=Banque du Sahel',
      fingerprint_sha256: new X509Certificate(good.certificate).fingerprint256,
      expires_at: '2100-01-01T00:00:00.000Z',
    })
    assert.deepEqual((await client.get(id)).client_certificate, described)
    const { text } = await client.ask(`/${id}`)
    assert.ok(!text.includes('BEGIN'))
  })

  test('keeps its private key from every eye, on disk, too', onSqlite, async () => {
    const { id } = await client.register({ client_certificate: good })
    const disk = client.diskBytes()
    const lines = good.private_key.split('\n').filter((line) => /^[\w+/=]{20,}$/.test(line))
    const der = createPrivateKey(good.private_key).export({ type: 'pkcs8', format: 'der' })
    assert.ok(lines.length > 0 && disk.includes(id))
    for (const line of lines) assert.ok(!disk.includes(line))
    assert.ok(!disk.includes(der))
    assert.ok(!client.app.logLines.join('').includes(lines[0] ?? ''))
  })

  test('is put in place of another, stays when others change, and is removed with an empty object', async () => {
    const { id } = await client.register({ client_certificate: good })
    const other = await clientCertificate({ name: 'other.example' })
    const replaced = await client.patch(id, { client_certificate: other })
    const { fingerprint256 } = new X509Certificate(other.certificate)
    const described = replaced.data.client_certificate
    assert.equal((described as Record<string, unknown>).fingerprint_sha256, fingerprint256)
    await client.patch(id, { description: 'with another' })
    await client.rotate(id)
    assert.deepEqual((await client.get(id)).client_certificate, described)
    const removed = await client.patch(id, { client_certificate: {} })
    assert.equal(removed.data.client_certificate, null)
    const row = await client.app.appliance.db.reader
      .selectFrom('webhooks')
      .select(['client_certificate', 'client_key'])
      .where('id', '=', id)
      .executeTakeFirst()
    assert.deepEqual(row, { client_certificate: null, client_key: null })
  })

  test('may come with its chain, and with words around it', async () => {
    const issuer = await clientCertificate({ name: 'authority' })
    const certificate = `Bag attributes: none\n${good.certificate}\nissuer:\n${issuer.certificate}`
    const { id } = await client.register({ client_certificate: { ...good, certificate } })
    const row = await client.app.appliance.db.reader
      .selectFrom('webhooks')
      .select('client_certificate')
      .where('id', '=', id)
      .executeTakeFirst()
    assert.equal(row?.client_certificate?.match(/BEGIN CERTIFICATE/g)?.length, 2)
    assert.doesNotMatch(row.client_certificate, /Bag attributes|issuer/)
    const ofTen = { ...good, certificate: good.certificate.repeat(10) }
    await client.register({ client_certificate: ofTen })
  })

  test('may have an RSA key of 2048 or 4096 bits', async () => {
    const made = await clientCertificate({ rsaBits: 2048 })
    await client.register({ client_certificate: made })
    await client.register({ client_certificate: await certificateOfLongKey(4096) })
  })

  const flaws: readonly (readonly [
    what: string,
    make: () => unknown,
    ...params: readonly string[],
  ])[] = [
    ['is a text', () => good.certificate, 'client_certificate'],
    ['is a list', () => [good.certificate, good.private_key], 'client_certificate'],
    ['is of empty parts', () => ({ certificate: '', private_key: '' }), certificateField, keyField],
    ['has no key', () => ({ certificate: good.certificate }), keyField],
    ['is no PEM', () => ({ ...good, certificate: 'hello' }), certificateField],
    [
      'is damaged',
      () => ({ ...good, certificate: good.certificate.replace(/\n.{20}/, '\nAAAA') }),
      certificateField,
    ],
    [
      'has junk in its chain',
      () => ({ ...good, certificate: good.certificate + good.certificate.replaceAll('M', 'A') }),
      certificateField,
    ],
    [
      'has a chain of eleven',
      () => ({ ...good, certificate: good.certificate.repeat(11) }),
      certificateField,
    ],
    [
      'brings a key where it is shown',
      () => ({ ...good, certificate: good.certificate + good.private_key }),
      certificateField,
    ],
    ['is too long', () => ({ ...good, certificate: 'x'.repeat(12_289) }), certificateField],
    ['has a key that is none', () => ({ ...good, private_key: good.certificate }), keyField],
    ['has a key under a passphrase', () => ({ ...good, private_key: encryptedKey() }), keyField],
    [
      'has the key of another',
      async () => ({ ...good, private_key: (await clientCertificate()).private_key }),
      keyField,
    ],
    [
      'is wrong all over',
      () => ({ certificate: 'a', private_key: 'b' }),
      certificateField,
      keyField,
    ],
    [
      'has expired',
      () => clientCertificate({ endsAt: new Date(client.app.clock.now()) }),
      certificateField,
    ],
    ['has a weak key', () => clientCertificate({ rsaBits: 1024 }), certificateField],
    ['has a key too long to sign with', () => certificateOfLongKey(8192), certificateField],
  ]
  for (const [what, make, ...params] of flaws) {
    test(`is refused when it ${what}, new and as a change`, async () => {
      const { id } = await client.register()
      const json = { client_certificate: await make() }
      const { status, error, text } = await client.patch(id, json)
      assert.deepEqual([status, error.code], [400, 'invalid_request'], text)
      assert.deepEqual(
        error.details?.map(({ param }) => param),
        params,
      )
      const url = 'ftp://127.0.0.1/'
      const made = await client.ask('', { json: { url, events: ['x'], ...json } })
      assert.deepEqual(
        made.error.details?.map(({ param }) => param),
        ['url', 'events.0', ...params],
      )
      // The ids of requests are random, and one held "asn1".
      const texts = (text + made.text).replaceAll(/req_\w+/g, '')
      assert.doesNotMatch(texts, /BEGIN|PRIVATE|OSSL|asn1/)
    })
  }
})

describe('a receiver that asks who we are', () => {
  test('gets the client certificate of the webhook, and no delivery without one', async (t) => {
    const ours = await clientCertificate()
    const receiver = await mutualTlsReceiver(t, ours.certificate)
    const settings = { SVC_WEBHOOK_CA_FILE: receiver.caFile }
    const client = await openWebhookClient({ settings })
    t.after(() => client.app.close())
    const { id } = await client.register({ url: receiver.url, client_certificate: ours })
    const { data } = await client.test(id)
    assert.deepEqual([data.delivered, data.error], [true, null])
    assert.deepEqual(receiver.callers, ['svc.bank.example'])
    await client.patch(id, { client_certificate: {} })
    const anonymous = await client.test(id)
    assert.equal(anonymous.data.delivered, false)
    assert.equal(receiver.callers.length, 1)
  })
})
