// Slow: starts the demo several times.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../../support/api-client.ts'
import { openConsole } from '../../support/console-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { createSoftPasskey } from '../../support/soft-passkey.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { install } from '../installation.ts'
import { runSvc } from '../memory-shell.ts'
import { launchShell } from '../program/launched-svc.ts'
import { openDemo, startDemo } from './running-demo.ts'

/** What a person would paste: from `curl` to the last line that ends without a backslash. */
function commandsIn(banner: string): readonly string[] {
  return banner.match(/^curl (.*\\\n)*.*$/gm) ?? []
}

describe('a new demo', () => {
  const demo = openedBefore(openDemo)

  test('prints commands that work when they are pasted', async (t) => {
    if ((await launchShell(t, 'command -v curl').ended).status !== 0) {
      t.skip('curl is not installed')
      return
    }
    const [sandbox = '', live = '', register = '', ...rest] = commandsIn(demo.banner)
    assert.deepEqual(rest, [])
    const paste = async (command: string) => {
      const { out } = await launchShell(t, `curl() { command curl -sS "$@"; }; ${command}`).ended
      return JSON.parse(out).data
    }
    assert.equal((await paste(sandbox)).status, 'approved')
    const submitted = await paste(live)
    assert.equal(submitted.status, 'pending')
    const read = () => call(`${demo.url}/kyc/verifications/${submitted.id}`, { key: demo.liveKey })
    let { data } = await read()
    // The demo's own limit of requests a minute holds for tests too.
    for (; data.status === 'pending'; data = (await read()).data) await pause(100)
    assert.equal(data.status, 'approved')

    const { secret } = await paste(register)
    const { id } = await paste(sandbox)
    const out = await demo.seen('out', 'signature ok')
    assert.match(
      out,
      new RegExp(`^  webhook  verification.completed  ${id}  approved  signature ok`, 'm'),
    )
    const answer = await fetch(`${demo.receiverUrl}/deliveries`)
    const [delivery] = ((await answer.json()) as { deliveries: Record<string, unknown>[] })
      .deliveries
    assert.deepEqual([delivery?.subject_id, delivery?.signature, delivery?.attempt], [id, 'ok', 1])
    assert.ok(!out.includes(secret))
  })

  test('says what it is in 80 columns, first of all, without colour in a pipe', async () => {
    const { banner } = demo
    const lines = banner.split('\n').filter((line) => !line.startsWith('{'))
    assert.match(lines[1] ?? '', /DEMO .*Nothing here is real or private; only this machine/)
    assert.ok(lines.length <= 47, `${lines.length} lines`)
    const tooLong = lines.filter((line) => line.length > 80 && !line.includes('Paste these'))
    assert.deepEqual(tooLong, [])
    assert.ok(!banner.includes('\x1b'))
  })

  test('shows the origin of each setting on its System page', async () => {
    const { port } = new URL(demo.url)
    const [, email = '', password] =
      /^ {4}administrator +(\S+@\S+) +(\S+)$/m.exec(demo.banner) ?? []
    const client = openConsole({ url: `http://localhost:${port}` })
    await client.signIn(email, password)
    const { data } = await client.get('/system')
    const settings = data.settings as Record<'name' | 'value' | 'origin', string>[]
    const of = (name: string) => {
      const { value, origin } = settings.find((one) => one.name === name) ?? {}
      return [value, origin]
    }
    assert.deepEqual(of('SVC_PORT'), [port, 'demo'])
    assert.equal(of('SVC_DATA_DIR')[1], 'flag')
    assert.deepEqual(of('SVC_MARKETS'), ['SN,MA', 'default'])
    assert.deepEqual(of('SVC_SCORING_URL'), [`${demo.scoringUrl}/v1/score`, 'demo'])
    assert.deepEqual(of('SVC_SMILE_API_KEY'), ['••••', 'demo'])
  })

  test('says where the console is and who may sign in there', async () => {
    const [, link = ''] = /^ {2}Console +(\S+)/m.exec(demo.banner) ?? []
    const { port } = new URL(demo.url)
    assert.equal(link, `http://localhost:${port}/console`)
    const accounts = [...demo.banner.matchAll(/^ {4}(\w+) +(\S+@\S+) +(\S+)$/gm)]
    assert.deepEqual(
      accounts.map(([, role]) => role),
      ['administrator', 'lead', 'reviewer', 'reviewer', 'developer', 'auditor'],
    )
    for (const [, role, email = '', password] of accounts) {
      const client = openConsole({ url: new URL(link).origin })
      const { data } = await client.signIn(email, password)
      assert.equal(data.stage, 'full', role)
    }
    const [, , email = '', password] = accounts[0] ?? []
    for (const url of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
      const client = openConsole({ url })
      // As a browser that says nothing but where its page comes from.
      const headers = { Origin: url, 'Sec-Fetch-Site': undefined }
      const json = { email, password }
      assert.equal((await client.send('POST', '/sign-in', { json, headers })).status, 200, url)
      assert.equal((await client.get('/overview?environment=live')).status, 200, url)
    }
    const client = openConsole({ url: new URL(link).origin })
    await client.signIn(email, password)
    const colleague = { email: 'kofi@bank.example', name: 'Kofi', role: 'auditor' }
    const invitation = await client.post('/users', colleague)
    const { url: inviting } = invitation.data.link as { url: string }
    assert.ok(inviting.startsWith(`${link}/invitation#`), inviting)
    const { challenge } = (await client.post('/me/passkeys/challenge')).data
    const response = createSoftPasskey(new URL(link).origin).create(String(challenge))
    const { status, text } = await client.post('/me/passkeys', { name: 'Laptop', response })
    assert.equal(status, 200, text)
    assert.match(demo.banner, /no second factor/)
    assert.match(demo.banner, /No invented verifications/)
  })

  test('logs the requests after the banner', async () => {
    await call(`${demo.url}/kyc/verifications`, { key: demo.liveKey })
    const log = (await demo.seen('out', '"route":"/kyc/verifications"')).replace(demo.banner, '')
    assert.match(log, /"route":"\/kyc\/verifications"/)
  })
})

describe('the demo', () => {
  test('keeps its keys from one start to the next, in a file of its user alone', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    assert.equal(await first.stop(), 0)
    const second = await startDemo(t, dataDir)
    assert.deepEqual([second.sandboxKey, second.liveKey], [first.sandboxKey, first.liveKey])
    assert.equal(
      (await call(`${second.url}/kyc/verifications`, { key: first.liveKey })).status,
      200,
    )
    assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)
  })

  test('makes new keys when the old ones no longer work (long)', async (t) => {
    const dataDir = tempFolder(t)
    const first = await startDemo(t, dataDir)
    const place = ['--demo', '--data-dir', dataDir]
    const { items } = JSON.parse((await runSvc(['keys', 'list', '--json', ...place])).out)
    const live = items.find((item: { environment: string }) => item.environment === 'live')
    assert.equal((await runSvc(['keys', 'revoke', live.id, '--yes', ...place])).status, 0)
    assert.equal((await call(`${first.url}/kyc/verifications`, { key: first.liveKey })).status, 401)
    await first.stop()
    const second = await startDemo(t, dataDir)
    assert.equal(second.sandboxKey, first.sandboxKey)
    assert.notEqual(second.liveKey, first.liveKey)
    assert.equal(
      (await call(`${second.url}/kyc/verifications`, { key: second.liveKey })).status,
      200,
    )
  })

  test('starts afresh when its folder is gone (long)', async (t) => {
    const dataDir = join(tempFolder(t), 'demo')
    const first = await startDemo(t, dataDir)
    await first.stop()
    rmSync(dataDir, { recursive: true })
    const second = await startDemo(t, dataDir)
    assert.notEqual(second.liveKey, first.liveKey)
  })

  test('is found by other commands with --demo, wherever it listens', async (t) => {
    const folder = tempFolder(t)
    const image = join(folder, 'picture.jpg')
    writeFileSync(image, 'not a picture')
    await startDemo(t, join(folder, 'demo'))
    const place = ['--demo', '--data-dir', join(folder, 'demo'), '--json']
    const images = ['--front', image, '--selfie', image]
    const args = ['verifications', 'submit', '--country', 'SN', '--id-type', 'passport']
    const { status, err } = await runSvc([...args, ...images, ...place])
    const { error } = JSON.parse(err)
    assert.deepEqual([status, error.code], [2, 'invalid_image'])
  })

  test('never takes the folder of an appliance for its own', async (t) => {
    const { dataDir, masterKeyFile } = await install(t)
    const env = { SVC_MASTER_KEY_FILE: masterKeyFile }
    const before = readFileSync(join(dataDir, 'svc.db'))
    const args = ['serve', '--demo', '--port', '0', '--data-dir', dataDir]
    const { status, err } = await runSvc(args, { env })
    assert.equal(status, 6)
    assert.match(err, /no demo's/)
    assert.ok(!existsSync(join(dataDir, 'demo.json')))
    assert.deepEqual(readFileSync(join(dataDir, 'svc.db')), before)
  })

  test('listens on this machine only', async (t) => {
    const dataDir = join(tempFolder(t), 'demo')
    const args = ['serve', '--demo', '--host', '0.0.0.0', '--data-dir', dataDir]
    const { status, err } = await runSvc(args)
    assert.equal(status, 2)
    assert.match(err, /SVC_HOST must stay on this machine/)
    assert.ok(!existsSync(dataDir))
  })
})
