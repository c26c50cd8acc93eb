// Slow: takes half a second of processor time and more. webhooks-commands.test.ts changes webhooks in the fast lane.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readWebhook } from '../../../server/webhooks/read-webhook.ts'
import { clientCertificate } from '../../api/webhooks/client-certificates.ts'
import { aDelivery, aFailedDelivery } from '../../support/deliveries.ts'
import { installForWebhooks, nowhere, type WebhookInstallation } from './webhook-installation.ts'

/** Certificate and key in files, as options. */
async function certificateFiles({ folder }: WebhookInstallation): Promise<readonly string[]> {
  const { certificate, private_key: key } = await clientCertificate()
  const [certFile, keyFile] = [join(folder, 'client.pem'), join(folder, 'client.key')]
  writeFileSync(certFile, certificate)
  writeFileSync(keyFile, key)
  return ['--client-cert', certFile, '--client-key', keyFile]
}

describe('svc webhooks create', () => {
  test('writes the secret alone to stdout, and says how to go on', async (t) => {
    const svc = await installForWebhooks(t)
    const args = ['create', '--env', 'sandbox', '--url', nowhere]
    const { status, out, err } = await svc.run(args)
    assert.equal(status, 0, err)
    assert.match(out, /^whsec_[\w-]{43}\n$/)
    assert.match(err, /^wh_\w+, sandbox: https:\/\/127\.0\.0\.1:9\/svc\n/)
    assert.match(err, /it will not be shown again/)
    assert.match(err, /verification\.completed, verification\.failed, review\.closed\. Try it/)
    assert.ok(err.endsWith(` --config ${svc.configFile}\n`), err)
    assert.match(err, /\n {2}svc webhooks test wh_\w+ --config \S+\n$/)
    assert.ok(!err.includes('whsec_'))
    assert.equal((await svc.run([...args, '--quiet'])).err, '')
    assert.doesNotMatch(err, /same URL/)
    const third = await svc.run(args)
    assert.match(third.err, /^The same URL has wh_\w+, wh_\w+: events of both are sent there/m)
    const live = await svc.run(['create', '--env', 'live', '--url', nowhere])
    assert.doesNotMatch(live.err, /same URL/)
  })

  test('prints the answer of the API as JSON, and the secret is the one that signs', async (t) => {
    const svc = await installForWebhooks(t)
    const files = await certificateFiles(svc)
    const words = ['--events', 'verification.failed', '--description', 'Core', '--inactive']
    const { secret, ...made } = await svc.read([
      ...['create', '--env', 'live', '--url', nowhere, ...words, ...files],
      ...['--timestamp-mode', 'attempt'],
    ])
    const id = String(made.id)
    assert.deepEqual(
      [made.environment, made.events, made.description, made.active, made.timestamp_mode],
      ['live', ['verification.failed'], 'Core', false, 'attempt'],
    )
    assert.match(JSON.stringify(made.client_certificate), /Banque du Sahel/)
    const { pending_deliveries, last_deliveries, ...shown } = await svc.read(['get', id])
    assert.deepEqual([shown, pending_deliveries, last_deliveries], [made, 0, []])
    const name = { id, environment: undefined }
    const { secrets } = await svc.within((app) => readWebhook(app, app.db.reader, name))
    assert.equal(secrets?.current, secret)
  })

  test('lists every fault at once, by the names of the options', async (t) => {
    const svc = await installForWebhooks(t)
    const wrong = ['--url', 'ftp://x', '--events', 'all', '--timestamp-mode', 'now']
    const { error } = await svc.read(['create', ...wrong, '--client-cert', '/none'], 2)
    const { code, details } = error as { code: string; details: { param: string }[] }
    assert.equal(code, 'invalid_request')
    const params = ['--client-cert', '--client-key', '--env', '--events', '--timestamp-mode']
    assert.deepEqual(details.map(({ param }) => param).sort(), [...params, '--url'])
    assert.deepEqual((await svc.read(['list'])).items, [])
  })

  test('speaks of the file that is wrong, and quotes nothing of it', async (t) => {
    const svc = await installForWebhooks(t)
    const [, certFile = '', , keyFile = ''] = await certificateFiles(svc)
    writeFileSync(keyFile, 'my private thoughts')
    const files = ['--client-cert', certFile, '--client-key', keyFile]
    const { status, err } = await svc.run(['create', '--env', 'live', '--url', nowhere, ...files])
    assert.equal(status, 2)
    assert.equal(err, 'error: The private key in --client-key is no private key in PEM.\n')
  })

  test('refuses an address that webhooks are never sent to', async (t) => {
    const svc = await installForWebhooks(t)
    const args = ['create', '--env', 'live', '--url', 'https://169.254.169.254/']
    const { error } = await svc.read(args, 2)
    assert.match(JSON.stringify(error), /"invalid_webhook_url".*--url leads to an address/)
  })
})

describe('svc webhooks list', () => {
  test('has a line a webhook, newest first, with the status of each', async (t) => {
    const svc = await installForWebhooks(t)
    const first = await svc.register()
    const second = await svc.register('--inactive')
    await svc.run(['create', '--env', 'sandbox', '--url', nowhere])
    const { out } = await svc.run(['list', '--env', 'live'])
    const [title, ...rows] = out.trimEnd().split('\n')
    assert.match(title ?? '', /^ID +ENV +STATUS +URL +EVENTS$/)
    const expected = [
      [second, 'live', 'inactive'],
      [first, 'live', 'active'],
    ]
    assert.deepEqual(rows.map((row) => row.split(/ +/).slice(0, 3)).sort(), expected.sort())
    assert.ok(!out.includes('whsec_'))
    assert.equal(((await svc.read(['list'])).items as unknown[]).length, 3)
  })

  test('keeps to a terminal of 80 columns by cutting the URL', async (t) => {
    const svc = await installForWebhooks(t)
    await svc.register('--url', `${nowhere}/${'long'.repeat(20)}`)
    const { out } = await svc.run(['list', '--no-color'], { columns: 80 })
    for (const line of out.split('\n')) assert.ok(line.length <= 80, line)
    assert.match(out, /https:\/\/127\S+…/)
  })

  test('says how to make the first one', async (t) => {
    const svc = await installForWebhooks(t)
    const { status, out, err } = await svc.run(['list'])
    assert.deepEqual([status, out], [0, ''])
    assert.match(err, /svc webhooks create/)
  })
})

describe('svc webhooks get', () => {
  test('shows the webhook, its status, what waits and the latest deliveries', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const failed = aFailedDelivery(id)
    await svc.keep(aDelivery(id), aDelivery(id), failed)
    const { out } = await svc.run(['get', id])
    assert.match(out, /^status +active$/m)
    assert.match(out, /^waiting +2 deliveries$/m)
    assert.match(out, new RegExp(`^${failed.id} .* failed +503 `, 'm'))
    const { last_deliveries: last, pending_deliveries } = await svc.read(['get', id])
    assert.deepEqual([(last as unknown[]).length, pending_deliveries], [3, 2])
  })

  test('knows neither an id that nobody has nor one that was deleted', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    await svc.run(['delete', id, '--yes'])
    for (const unknown of [id, 'wh_none']) assert.equal((await svc.run(['get', unknown])).status, 5)
  })
})

describe('svc webhooks update', () => {
  test('says first that there is no such webhook, whatever else is missing', async (t) => {
    const svc = await installForWebhooks(t)
    const { error } = await svc.read(['update', 'wh_bad'], 5)
    assert.equal((error as { readonly code: string }).code, 'not_found')
  })

  test('changes what was named and nothing else', async (t) => {
    const svc = await installForWebhooks(t)
    const files = await certificateFiles(svc)
    const id = await svc.register('--description', 'Core', ...files)
    const { pending_deliveries: _, last_deliveries: __, ...before } = await svc.read(['get', id])
    const url = 'https://127.0.0.1:9/v2'
    const words = ['--url', url, '--no-description', '--no-client-cert']
    const changed = await svc.read(['update', id, ...words])
    const { description, ...rest } = before
    assert.equal(description, 'Core')
    assert.deepEqual(changed, { ...rest, url, client_certificate: null })
    assert.match((await svc.run(['update', id, '--description', 'New'])).out, /^description +New$/m)
  })

  test('says what became of what waited when it makes one inactive', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    await svc.keep(aDelivery(id), aDelivery(id))
    const { out, err } = await svc.run(['update', id, '--inactive'])
    assert.match(out, /^status +inactive/m)
    assert.match(err, /^Cancelled 2 deliveries .*svc webhooks replay wh_\w+ .*--status cancelled/)
    assert.equal((await svc.read(['get', id])).pending_deliveries, 0)
    assert.equal((await svc.read(['update', id, '--active'])).active, true)
  })

  const wrong: readonly (readonly [what: string, args: readonly string[], said: RegExp])[] = [
    ['nothing to change', [], /Nothing to change.*--url/],
    ['both states', ['--active', '--inactive'], /cannot be used with/],
    ['half a certificate', ['--client-key', '/none'], /--client-cert is required/],
    ['an unknown event', ['--events', 'all'], /--events may hold/],
  ]
  for (const [what, args, said] of wrong) {
    test(`refuses ${what} with status 2`, async (t) => {
      const svc = await installForWebhooks(t)
      const { status, err } = await svc.run(['update', await svc.register(), ...args])
      assert.equal(status, 2)
      assert.match(err, said)
    })
  }
})

describe('svc webhooks delete', () => {
  test('says before it asks how many deliveries will not be sent, and asks', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    await svc.keep(aDelivery(id))
    const kept = await svc.run(['delete', id], { columns: 80, typed: 'n\n' })
    assert.equal(kept.status, 1)
    assert.match(
      kept.err,
      /^Delete wh_\w+ \(live, 127\.0\.0\.1:9\)\? 1 delivery will not be sent\./,
    )
    assert.equal((await svc.run(['delete', id])).status, 2)
    assert.equal((await svc.run(['get', id])).status, 0)
    const gone = await svc.run(['delete', id], { columns: 80, typed: 'y\n' })
    assert.equal(gone.status, 0)
    assert.match(gone.err, /Cancelled: 1 delivery\./)
    assert.match((await svc.run(['deliveries', id])).out, / cancelled /)
  })

  test('checks before it asks: an unknown id is status 5 without a question', async (t) => {
    const svc = await installForWebhooks(t)
    const { status, err } = await svc.run(['delete', 'wh_none'], { columns: 80, typed: 'y\n' })
    assert.equal(status, 5)
    assert.doesNotMatch(err, /\[y\/N\]/)
  })

  test('answers as the API does, with what was called off', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const gone = await svc.read(['delete', id, '--yes'])
    assert.deepEqual(gone, { id, deleted: true, cancelled_deliveries: 0 })
  })
})
