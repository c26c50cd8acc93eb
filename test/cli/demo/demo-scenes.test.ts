// Slow: starts the demo several times.
//
// Where the demo says that it is, to whom it answers, what it says of itself when it is started twice or with --empty,
// and what its stand-ins show of webhooks and scores.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readGuide } from '../../../scripts/guide-tables.ts'
import { readDemoNotes, writeDemoNotes } from '../../../server/demo/demo-notes.ts'
import type { RecordedRequest } from '../../../server/demo/scoring-engine/request-history.ts'
import { startWebhookReceiver } from '../../../server/demo/webhook-receiver/receiver.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { install } from '../installation.ts'
import { runSvc, startSvc } from '../memory-shell.ts'
import { type Demo, openDemo, startDemo } from './running-demo.ts'

const origin = (url: string) => new URL(url).origin
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The status of a request that names another host than it is sent to. */
function statusAs(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/kyc/verifications`, { headers: { Host: host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.once('error', reject).end()
  })
}

describe('a demo that runs', () => {
  const demo = openedBefore(openDemo)
  let port = ''
  before(() => {
    port = new URL(demo.url).port
  })

  test('runs once on a folder: a second start is told its process, port and address', async () => {
    const again = ['serve', '--demo', '--port', '0', '--data-dir', demo.dataDir]
    const { status, err } = await runSvc(again)
    assert.equal(status, 6)
    const told = `(process ${process.pid}, on port ${port}, at ${origin(demo.url)})`
    assert.ok(flat(err).includes(told), err)
    const asJson = await runSvc([...again, '--json'])
    assert.deepEqual([asJson.status, JSON.parse(asJson.err).error.code], [6, 'server_running'])
    assert.equal((await call(`${demo.url}/kyc/verifications`, { key: demo.liveKey })).status, 200)
  })

  test('gives its own port in the links that a command prints', async () => {
    const who = ['--email', 'abena@bank.example', '--name', 'Abena', '--role', 'auditor']
    const { status, out, err } = await runSvc([
      'users',
      'invite',
      ...who,
      '--demo',
      '--data-dir',
      demo.dataDir,
      '--json',
    ])
    assert.equal(status, 0, err)
    assert.match(out, new RegExp(`http://(localhost|127\\.0\\.0\\.1):${port}/console/invitation#`))
  })

  test('answers under the names of this machine and no other', async () => {
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, 'demo.localhost', '[::1]']) {
      assert.equal(await statusAs(demo.url, host), 401, host)
    }
    for (const host of [`evil.example:${port}`, 'localhost.evil.example', '10.0.0.1', '127.evil']) {
      assert.equal(await statusAs(demo.url, host), 400, host)
    }
  })

  test('makes another one suggest another port than its own', async (t) => {
    const args = ['serve', '--demo', '--empty', '--port', port]
    const { status, err } = await runSvc([...args, '--data-dir', tempFolder(t)])
    assert.equal(status, 6)
    const suggested = Number(port) < 65_000 ? Number(port) + 10 : 8090
    assert.match(flat(err), new RegExp(`SVC_PORT=${suggested} npm start`))
  })
})

test('in a pipe, a start that invents a fortnight says so, and an interruption ends it', async (t) => {
  const args = ['serve', '--demo', '--port', '0', '--data-dir', tempFolder(t)]
  const running = startSvc(args)
  const err = await running.seen('err', '...\n')
  assert.match(err, /Creating two invented weeks of work\.\.\.\n$/)
  running.signal('SIGINT')
  assert.equal((await running.ended).status, 130)
})

describe('--empty', () => {
  test('is reported at this start and at later ones', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    assert.match(first.banner, /No invented verifications: it was first started with --empty/)
    await first.stop()
    const later = await startDemo(t, dataDir, '0', [])
    assert.match(later.banner, /No invented verifications: it was first started with --empty/)
    assert.doesNotMatch(later.banner, /changed nothing/)
  })

  test('on a folder that was filled says that it changed nothing', async (t) => {
    const dataDir = tempFolder(t)
    await (await startDemo(t, dataDir)).stop()
    writeDemoNotes({ dataDir }, { ...readDemoNotes({ dataDir }), invented: 'whole' })
    const { banner } = await startDemo(t, dataDir)
    assert.match(banner, /Two weeks of invented verifications/)
    assert.match(flat(banner), /--empty changed nothing: this folder is filled already/)
  })

  test('is refused for an appliance, where it would mean nothing', async (t) => {
    const { svc } = await install(t)
    const { status, err } = await svc(['serve', '--empty'])
    assert.equal(status, 2)
    assert.match(err, /--empty is for the demo/)
  })
})

test('an appliance on any free port hands out links with that port', async (t) => {
  const { configFile } = await install(t)
  const running = startSvc(['serve', '--port', '0', '--config', configFile])
  t.after(() => running.signal('SIGTERM'))
  const said = await running.seen('err', 'Stop with Ctrl-C')
  const { port } = new URL(/Serving (\S+)\. Stop/.exec(said)?.[1] ?? '')
  const { out } = await runSvc(['users', 'setup-link', '--config', configFile])
  assert.equal(new URL(out.trim()).port, port)
  running.signal('SIGTERM')
  await running.ended
})

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

  test('may be a developer’s own on this machine, at the address that the guide gives', async (t) => {
    const own = /Register `(http:[^`]+)`/.exec(readGuide('demo'))?.[1]
    assert.ok(own)
    const demo = await startDemo(t, tempFolder(t))
    await register(demo, own)
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

async function verify(demo: Demo, number: string): Promise<Record<string, unknown>> {
  const body = specimenForm({ ...claimed, id_number: number, score_requested: 'true' })
  const { data } = await call(`${demo.url}/kyc/verify`, { key: demo.liveKey, body })
  for (;;) {
    const url = `${demo.url}/kyc/verifications/${data.id}`
    const detail = (await call(url, { key: demo.liveKey })).data
    if (detail.status !== 'pending') return detail
    // The demo's own limit of requests a minute holds for tests too.
    await pause(100)
  }
}

const skipped = { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }

describe('scores in the demo', () => {
  test('come from the stand-in, fail for the numbers that say so, and for no other', async (t) => {
    const demo = await startDemo(t, tempFolder(t))
    // All at once: which question is meant to fail is known even so.
    const numbers = [
      '1990199100042',
      'DEMO-SCORE-DOWN',
      'demo-score-slow',
      '1990199100043',
      'DEMO-SCORE-DOWN',
    ]
    const [plain, down, slow, other, again] = await Promise.all(
      numbers.map((number) => verify(demo, number)),
    )
    for (const detail of [plain, down, slow, other, again]) assert.equal(detail?.status, 'approved')
    for (const detail of [plain, other]) assert.notEqual(detail?.score, null)
    for (const detail of [down, slow, again]) {
      assert.deepEqual([detail?.score, detail?.metadata], [null, skipped])
    }

    const asked = { key: demo.liveKey, json: { verificationId: down?.id } }
    const later = await call(`${demo.url}/score/get`, asked)
    assert.equal(later.status, 200)
    const answer = await fetch(`${demo.scoringUrl}/requests`)
    const { requests } = (await answer.json()) as { requests: RecordedRequest[] }
    const good = requests.filter(({ mode }) => mode === 'ok')
    const scores = good.map((question) => question.answer?.score)
    assert.equal(scores.length, 3)
    assert.ok(scores.includes(Number(later.data.score)))
    assert.ok(!JSON.stringify(requests).includes('DEMO-SCORE'))
  })
})
