import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { answerWord, exitStatusOf, explainAnswer } from '../../../cli/webhooks/explain-answer.ts'
import type { DeliveryError } from '../../../server/webhooks/delivery-error.ts'
import { openToSend } from '../../../server/webhooks/read-webhook.ts'
import { startSvc } from '../memory-shell.ts'
import {
  installForWebhooks,
  nowhere,
  openReceiver,
  type WebhookInstallation,
} from './webhook-installation.ts'

describe('svc webhooks test', () => {
  test('sends a signed test event with no server about, and shows the exchange', async (t) => {
    const svc = await installForWebhooks(t)
    const receiver = await openReceiver(t)
    const id = await svc.register('--url', `${receiver.url}/svc?token=hidden`)
    const { status, out, err } = await svc.run(['test', id])
    assert.deepEqual([status, err], [0, ''])
    const [arrival] = receiver.arrivals
    assert.deepEqual([arrival?.json.event, arrival?.json.data.webhook_id], ['webhook.test', id])
    assert.match(String(arrival?.headers['svc-signature']), /^[0-9a-f]{64}$/)
    assert.match(out, new RegExp(`^to +${new URL(receiver.url).host}$`, 'm'))
    assert.match(out, new RegExp(`^delivery +${arrival?.headers['svc-delivery-id']}$`, 'm'))
    assert.match(out, /^answer +204 after \d+ ms\nDelivered\.\n$/m)
    assert.ok(!out.includes('hidden'))
  })

  test('ends with 3 at any other answer, and it stands in the log', async (t) => {
    const svc = await installForWebhooks(t)
    const receiver = await openReceiver(t)
    receiver.answerWith(() => 302)
    const id = await svc.register('--url', receiver.url, '--inactive')
    const { status, out, err } = await svc.run(['test', id])
    assert.equal(status, 3)
    assert.match(out, /Not delivered\. Redirects are not followed/)
    assert.match(err, /inactive/)
    const { delivery_id, event_id, duration_ms, ...shown } = await svc.read(['test', id], 3)
    const host = new URL(receiver.url).host
    const failure = { delivered: false, status_code: 302, error: 'bad_status' }
    assert.deepEqual(shown, { webhook_id: id, host, ...failure })
    const logged = await svc.read(['deliveries', id, String(delivery_id)])
    assert.deepEqual([logged.event_id, logged.status], [event_id, 'failed'])
    assert.equal((logged.attempt_log as { duration_ms: number }[])[0]?.duration_ms, duration_ms)
  })

  test('ends with 7 where nobody listens', async (t) => {
    const svc = await installForWebhooks(t)
    const { status, out } = await svc.run(['test', await svc.register('--url', nowhere)])
    assert.equal(status, 7)
    assert.match(out, /^answer +connection_failed after/m)
  })

  test('is under the same guard as every delivery: a closed address is not dialled', async (t) => {
    const svc = await installForWebhooks(t)
    const receiver = await openReceiver(t)
    const id = await svc.register('--url', receiver.url)
    const closed = readFileSync(svc.configFile, 'utf8').replace('LOOPBACK=yes', 'LOOPBACK=no')
    writeFileSync(svc.configFile, closed)
    const { status, out } = await svc.run(['test', id])
    assert.equal(status, 3)
    assert.match(out, /address_forbidden .*\n.*SVC_WEBHOOK_ALLOW/)
    assert.deepEqual(receiver.arrivals, [])
  })

  test('says on a terminal for whom it waits, and stops at Ctrl-C', async (t) => {
    const svc = await installForWebhooks(t)
    const receiver = await openReceiver(t)
    const arrived = new Promise<void>((resolve) => {
      receiver.answerWith(() => void resolve())
    })
    const id = await svc.register('--url', receiver.url)
    const args = ['webhooks', 'test', id, '--config', svc.configFile]
    const running = startSvc(args, { columns: 80 })
    await running.seen('err', `Waiting for ${new URL(receiver.url).host}: 0 s`)
    await arrived
    running.signal('SIGINT')
    const { status, out, err } = await running.ended
    assert.deepEqual([status, out], [130, ''])
    assert.match(err, /Interrupted\.\n$/)
    assert.deepEqual((await svc.read(['deliveries', id])).items, [])
  })

  test('knows no webhook of an id that nobody has', async (t) => {
    const svc = await installForWebhooks(t)
    assert.equal((await svc.run(['test', 'wh_none'])).status, 5)
  })
})

describe('the end of an attempt', () => {
  const cases: readonly (readonly [error: DeliveryError, status: number, said: RegExp])[] = [
    ['timeout', 7, /in time/],
    ['dns_failed', 7, /DNS/],
    ['connection_failed', 7, /reachable/],
    ['connection_lost', 7, /broke/],
    ['address_forbidden', 3, /SVC_WEBHOOK_ALLOW/],
    ['tls_failed', 3, /certificate/],
    ['aborted', 3, /on our side/],
    ['interrupted', 3, /on our side/],
    ['body_gone', 3, /was pruned/],
  ]
  for (const [error, status, said] of cases) {
    test(`by ${error} is status ${status}, and is explained`, () => {
      assert.equal(exitStatusOf(error), status)
      assert.match(explainAnswer({ status: null, error }) ?? '', said)
      assert.equal(answerWord({ status: null, error }), error)
    })
  }

  const answers: readonly (readonly [status: number, said: RegExp])[] = [
    [301, /Redirects are not followed/],
    [401, /svc webhooks verify/],
    [404, /path/],
    [410, /gone/],
    [500, /^Only a 2xx answer counts as delivered\.$/],
  ]
  for (const [status, said] of answers) {
    test(`by an answer of ${status} is explained`, () => {
      assert.equal(exitStatusOf('bad_status'), 3)
      assert.match(explainAnswer({ status, error: 'bad_status' }) ?? '', said)
      assert.equal(answerWord({ status, error: 'bad_status' }), String(status))
    })
  }

  test('by 2xx needs no explanation', () => {
    assert.equal(exitStatusOf(undefined), 0)
    assert.equal(explainAnswer({ status: 204, error: null }), undefined)
  })
})

function secretsOf(svc: WebhookInstallation, id: string) {
  return svc.within(async (appliance) => {
    const name = { id, environment: undefined }
    return (await openToSend(appliance, appliance.db.reader, name)).secrets
  })
}

describe('svc webhooks rotate-secret', () => {
  test('writes the next secret alone to stdout and the plan to stderr', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const before = await secretsOf(svc, id)
    const { status, out, err } = await svc.run(['rotate-secret', id])
    const after = await secretsOf(svc, id)
    assert.equal(status, 0, err)
    assert.equal(out, `${after.next?.secret}\n`)
    assert.equal(after.current, before.current)
    const activatesAt = new Date(after.next?.activatesAt ?? 0).toISOString()
    assert.ok(err.includes(`It begins to sign in 24h, at ${activatesAt}.`), err)
    assert.match(err, /svc-signatures has both/)
    assert.match((await svc.run(['get', id])).out, /^next secret +signs from 20/m)
  })

  test('takes the time asked for, and says what becomes of a rotation under way', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const first = await svc.read(['rotate-secret', id, '--activates-in', '7d'])
    const { activates_at: planned } = first.secret_rotation as { activates_at: string }
    const refused = await svc.run(['rotate-secret', id, '--activates-in', '2h'])
    assert.notEqual(refused.status, 0)
    assert.match(refused.err, /A rotation is pending.*add --replace-pending/)
    const again = ['rotate-secret', id, '--activates-in', '2h', '--replace-pending']
    const { err } = await svc.run(again)
    assert.match(err, /in 2h/)
    assert.match(err, new RegExp(`replaces the pending secret that was to sign from ${planned}`))
  })

  test('wants a yes to end the old secret at once, and shows none without it', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const before = await secretsOf(svc, id)
    const args = ['rotate-secret', id, '--activates-in', '0']
    assert.deepEqual(
      [await svc.run(args), await svc.run(args, { columns: 80, typed: 'n\n' })].map((ran) => [
        ran.status,
        ran.out,
      ]),
      [
        [2, ''],
        [1, ''],
      ],
    )
    assert.deepEqual(await secretsOf(svc, id), before)
    const { out, err } = await svc.run([...args, '--yes'])
    assert.deepEqual(await secretsOf(svc, id), { current: out.trimEnd(), next: undefined })
    assert.match(err, /signs from now on/)
  })

  test('checks before it asks, and refuses a time beyond 30 days', async (t) => {
    const svc = await installForWebhooks(t)
    const unknown = ['rotate-secret', 'wh_none', '--activates-in', '0']
    const { status, err } = await svc.run(unknown, { columns: 80, typed: 'y\n' })
    assert.equal(status, 5)
    assert.doesNotMatch(err, /\[y\/N\]/)
    const id = await svc.register()
    assert.equal((await svc.run(['rotate-secret', id, '--activates-in', '31d'])).status, 2)
  })
})
