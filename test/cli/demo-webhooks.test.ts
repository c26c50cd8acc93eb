// Slow: starts the demo.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startWebhookReceiver } from '../../server/demo/webhook-receiver/receiver.ts'
import { call } from '../support/api-client.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { type Demo, startDemo } from './running-demo.ts'

/** The id of a webhook registered for sandbox events at this URL, by default the receiver's. */
async function register(demo: Demo, url = `${demo.receiverUrl}/`): Promise<string> {
  const json = { url, events: ['verification.completed'] }
  const { status, data, text } = await call(`${demo.url}/webhooks`, { key: demo.sandboxKey, json })
  assert.equal(status, 201, text)
  return String(data.id)
}

/** What the receiver answered to a test event. */
async function sendTest(demo: Demo, id: string): Promise<unknown> {
  const asked = { key: demo.sandboxKey, method: 'POST' }
  return (await call(`${demo.url}/webhooks/${id}/test`, asked)).data.status_code
}

describe('the webhook receiver of the demo', () => {
  test('keeps its port over a restart, as the scoring engine does, and disturbs nobody who reads the log as JSON', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    const id = await register(first)
    assert.match(first.banner, /^ {2}RECEIVER .* curl 'http:/m)
    assert.match(first.banner, /^ {2}ENGINE .* curl 'http:/m)
    await first.stop()
    const second = await startDemo(t, dataDir)
    assert.equal(second.receiverUrl, first.receiverUrl)
    assert.equal(second.scoringUrl, first.scoringUrl)
    assert.equal(await sendTest(second, id), 204)
    const out = (await second.seen('out', 'signature ok')).replace(second.banner, '')
    const others = out.split('\n').filter((line) => line !== '' && !isLogLine(line))
    assert.equal(others.length, 1)
    assert.match(others[0] ?? '', new RegExp(`^  webhook  webhook.test  +${id}  +signature ok`))
  })

  test('moves when somebody else has taken its port, and gives way to the demo itself (long)', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    await first.stop()
    const { port } = new URL(first.receiverUrl)
    const other = await startWebhookReceiver({ port: Number(port), secretsFor: () => [] })
    const second = await startDemo(t, dataDir).finally(() => other.close())
    assert.notEqual(second.receiverUrl, first.receiverUrl)
    assert.equal(await sendTest(second, await register(second)), 204)
    await second.stop()
    const third = await startDemo(t, dataDir, new URL(second.receiverUrl).port)
    assert.equal(third.url, `${second.receiverUrl}/v1`)
    assert.notEqual(third.receiverUrl, second.receiverUrl)
  })

  test('gets the secrets of all webhooks registered at it, also when one is replaced', async (t) => {
    const demo = await startDemo(t, tempFolder(t))
    const [first, second] = [await register(demo), await register(demo, `${demo.receiverUrl}/gone`)]
    for (const seconds of [3600, 0]) {
      const rotation = {
        key: demo.sandboxKey,
        json: { activates_in_seconds: seconds, replace_pending: true },
      }
      const rotated = await call(`${demo.url}/webhooks/${first}/rotate-secret`, rotation)
      assert.equal(rotated.status, 200, rotated.text)
      assert.equal(await sendTest(demo, first), 204)
    }
    assert.equal(await sendTest(demo, second), 410)
    const verdicts = (await demo.seen('out', '/gone')).match(/signature \w+/g)
    assert.deepEqual(verdicts, ['signature ok', 'signature ok', 'signature ok'])
  })

  test('refuses what is not signed, and prints no secret', async (t) => {
    const demo = await startDemo(t, tempFolder(t))
    await register(demo, 'http://127.0.0.1:9/')
    const post = () => fetch(`${demo.receiverUrl}/`, { method: 'POST', body: '{"id":"evt_1"}' })
    assert.equal((await post()).status, 401)
    await sendTest(demo, await register(demo))
    assert.equal((await post()).status, 401)
    const out = await demo.seen('out', 'signature missing')
    assert.match(out, /^ {2}webhook {2}no secret: not registered {2}answer 401$/m)
    assert.ok(!out.includes('whsec_') && !out.includes('evt_1'))
  })
})

function isLogLine(line: string): boolean {
  return line.startsWith('{') && typeof JSON.parse(line) === 'object'
}
