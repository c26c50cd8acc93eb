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
  test('keeps its port, so that a registered URL goes on working after a restart', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    const id = await register(first)
    await first.stop()
    const second = await startDemo(t, dataDir)
    assert.equal(second.receiverUrl, first.receiverUrl)
    assert.equal(await sendTest(second, id), 204)
    const line = new RegExp(`^  webhook  webhook.test  +${id}  +signature ok`, 'm')
    assert.match(await second.seen('out', 'signature ok'), line)
  })

  test('is named in the banner as in the guide, like the scoring engine, which keeps its port, too', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    assert.match(first.banner, /^ {2}RECEIVER .* curl 'http:/m)
    assert.match(first.banner, /^ {2}ENGINE .* curl 'http:/m)
    await first.stop()
    const second = await startDemo(t, dataDir)
    assert.equal(second.scoringUrl, first.scoringUrl)
  })

  test('moves when somebody else has taken its port', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    await first.stop()
    const { port } = new URL(first.receiverUrl)
    const other = await startWebhookReceiver({ port: Number(port), secretsFor: () => [] })
    t.after(() => other.close())
    const second = await startDemo(t, dataDir)
    assert.notEqual(second.receiverUrl, first.receiverUrl)
    assert.equal(await sendTest(second, await register(second)), 204)
  })

  test('gives way when the demo itself is to listen on its port', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    await first.stop()
    const { port } = new URL(first.receiverUrl)
    const second = await startDemo(t, dataDir, port)
    assert.equal(second.url, `${first.receiverUrl}/v1`)
    assert.notEqual(second.receiverUrl, first.receiverUrl)
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

  test('stands beside the log without disturbing who reads it as JSON', async (t) => {
    const demo = await startDemo(t, tempFolder(t))
    await sendTest(demo, await register(demo))
    const out = (await demo.seen('out', 'signature ok')).replace(demo.banner, '')
    const others = out.split('\n').filter((line) => line !== '' && !isLogLine(line))
    assert.deepEqual(
      others.map((line) => line.slice(0, 11)),
      ['  webhook  '],
    )
  })
})

function isLogLine(line: string): boolean {
  return line.startsWith('{') && typeof JSON.parse(line) === 'object'
}
