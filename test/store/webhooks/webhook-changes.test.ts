import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { changeWebhook } from '../../../server/deliveries/change-webhook.ts'
import { sendTest } from '../../../server/deliveries/send-test.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { readWebhook } from '../../../server/webhooks/read-webhook.ts'
import { registerWebhook } from '../../../server/webhooks/register-webhook.ts'
import { rotateSecret } from '../../../server/webhooks/rotate-secret.ts'
import { webhooksMax } from '../../../server/webhooks/webhook.ts'
import { openWebhookNeeds } from './webhook-needs.ts'

const wanted = {
  url: 'https://hooks.bank.example/svc',
  events: ['verification.completed'],
  description: undefined,
  active: true,
  timestampMode: 'auto',
  clientCertificate: undefined,
  environment: 'live',
} as const

const anyone = undefined

function refused(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code
}

describe('the name in a webhook’s url', () => {
  const names: Readonly<Record<string, string>> = {
    'leads to loopback': '127.0.0.1',
    'leads to a metadata service': '169.254.169.254',
    'leads into a private network': '10.0.0.7',
    'leads to a public address and to a private one': '93.184.215.14 10.0.0.7',
  }
  for (const [what, addresses] of Object.entries(names)) {
    test(`is refused when it ${what}, in a registration and in a change`, async (t) => {
      const needs = await openWebhookNeeds(t, { 'inside.bank.example': addresses })
      const url = 'https://inside.bank.example/svc'
      const refusal = refused('invalid_webhook_url')
      await assert.rejects(registerWebhook(needs, fromCommandLine, { ...wanted, url }), refusal)
      const { webhook } = await registerWebhook(needs, fromCommandLine, wanted)
      const name = { id: webhook.id, environment: anyone }
      await assert.rejects(
        changeWebhook(needs, fromCommandLine, { ...name, change: { url } }),
        refusal,
      )
      assert.deepEqual((await readWebhook(needs, needs.db.reader, name)).url, wanted.url)
    })
  }

  test('is accepted when it leads nowhere yet', async (t) => {
    const needs = await openWebhookNeeds(t)
    const { webhook } = await registerWebhook(needs, fromCommandLine, wanted)
    assert.equal(webhook.url, wanted.url)
  })

  test('is accepted when it leads to a public address', async (t) => {
    const needs = await openWebhookNeeds(t, { 'hooks.bank.example': '93.184.215.14' })
    await registerWebhook(needs, fromCommandLine, wanted)
  })
})

describe('registering webhooks', () => {
  test('all at once never makes more than there may be', async (t) => {
    const needs = await openWebhookNeeds(t)
    const asked = Array.from({ length: webhooksMax + 10 }, () =>
      registerWebhook(needs, fromCommandLine, wanted),
    )
    const results = await Promise.allSettled(asked)
    const made = results.filter(({ status }) => status === 'fulfilled')
    const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    assert.deepEqual([made.length, reasons.length], [webhooksMax, 10])
    assert.ok(reasons.every(refused('conflict')))
  })

  test('fails as a whole when what must be written with it fails', async (t) => {
    const needs = await openWebhookNeeds(t)
    const registering = registerWebhook(needs, fromCommandLine, wanted, {
      inSameTransaction: async () => {
        throw new Error('no space')
      },
    })
    await assert.rejects(registering, /no space/)
    assert.deepEqual(await needs.db.reader.selectFrom('webhooks').select('id').execute(), [])
  })
})

describe('rotating a secret', () => {
  test('leaves the old one alone when what must be written with it fails', async (t) => {
    const needs = await openWebhookNeeds(t)
    const { webhook, secret } = await registerWebhook(needs, fromCommandLine, wanted)
    const name = { id: webhook.id, environment: anyone }
    const rotating = rotateSecret(
      needs,
      fromCommandLine,
      { ...name, activatesInMs: 0, replacesPending: false },
      async () => {
        throw new Error('no space')
      },
    )
    await assert.rejects(rotating, /no space/)
    const { secrets } = await readWebhook(needs, needs.db.reader, name)
    assert.deepEqual(secrets, { current: secret, next: undefined })
  })
})

describe('a test that does not come to its end', () => {
  async function registered(t: TestContext) {
    const needs = await openWebhookNeeds(t)
    const { webhook } = await registerWebhook(needs, fromCommandLine, wanted)
    const countRows = async () => {
      const { reader } = needs.db
      const events = await reader.selectFrom('events').select('id').execute()
      const deliveries = await reader.selectFrom('webhook_deliveries').select('id').execute()
      const attempts = await reader.selectFrom('webhook_attempts').select('number').execute()
      return [events.length, deliveries.length, attempts.length]
    }
    return { needs, name: { id: webhook.id, environment: anyone }, countRows }
  }

  test('because who asked has left is not written down', async (t) => {
    const { needs, name, countRows } = await registered(t)
    const left = new Error('left')
    const signal = AbortSignal.abort(left)
    await assert.rejects(
      sendTest(needs, fromCommandLine, { ...name, signal }),
      (error) => error === left,
    )
    assert.deepEqual(await countRows(), [0, 0, 0])
  })

  test('because we stop says so, and is not written down', async (t) => {
    const { needs, name, countRows } = await registered(t)
    await needs.webhookSender.close()
    const { signal } = new AbortController()
    await assert.rejects(
      sendTest(needs, fromCommandLine, { ...name, signal }),
      refused('unavailable'),
    )
    assert.deepEqual(await countRows(), [0, 0, 0])
  })

  test('because it cannot be written leaves nothing of itself', async (t) => {
    const { needs, name, countRows } = await registered(t)
    const { signal } = new AbortController()
    const testing = sendTest(needs, fromCommandLine, { ...name, signal }, async () => {
      throw new Error('no space')
    })
    await assert.rejects(testing, /no space/)
    assert.deepEqual(await countRows(), [0, 0, 0])
    const { error } = await sendTest(needs, fromCommandLine, { ...name, signal })
    assert.equal(error, 'dns_failed')
    assert.deepEqual(await countRows(), [1, 1, 1])
  })
})
