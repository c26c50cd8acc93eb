// Slow: starts the demo several times.
//
// Where the demo says that it is, to whom it answers, and what it says of itself when it is started twice or
// with --empty.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, describe, test } from 'node:test'
import { readDemoNotes, writeDemoNotes } from '../../server/demo/demo-notes.ts'
import { call } from '../support/api-client.ts'
import { openedBefore } from '../support/opened-before.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { install } from './installation.ts'
import { runSvc, startSvc } from './memory-shell.ts'
import { openDemo, startDemo } from './running-demo.ts'

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
