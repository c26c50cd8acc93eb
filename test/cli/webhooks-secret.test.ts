import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openToSend } from '../../server/webhooks/read-webhook.ts'
import { installForWebhooks, type WebhookInstallation } from './webhook-installation.ts'

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
