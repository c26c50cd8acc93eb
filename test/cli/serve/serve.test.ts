import assert from 'node:assert/strict'
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { type Installation, install, planInstallation } from '../installation.ts'
import { type Running, startSvc } from '../memory-shell.ts'
import { launchSvc } from '../program/launched-svc.ts'

/** The address that the log tells. */
function urlIn(log: string): string {
  const started = log
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .find((line) => line.event === 'started')
  return `http://127.0.0.1:${started?.port}`
}

async function serving(
  t: TestContext,
  { configFile }: Installation,
): Promise<Running & { readonly url: string }> {
  const running = startSvc(['serve', '--port', '0', '--config', configFile])
  t.after(async () => {
    running.signal('SIGTERM')
    await running.ended
  })
  return { ...running, url: urlIn(await running.seen('out', '"started"')) }
}

describe('svc serve', () => {
  test('refuses to start where svc init has made nothing, makes nothing, and says so', async (t) => {
    const { svc, dataDir, masterKeyFile, configFile } = planInstallation(t)
    writeFileSync(configFile, `SVC_DATA_DIR=${dataDir}\nSVC_MASTER_KEY_FILE=${masterKeyFile}\n`)
    const { status, out, err } = await svc(['serve'])
    assert.deepEqual([status, out], [6, ''])
    assert.match(err, /Run svc init --config \S+ once/)
    assert.ok(!existsSync(dataDir))
  })

  test('refuses to start where the environment turns the check of certificates off', async (t) => {
    const { configFile } = await install(t)
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    for (const args of [
      ['serve', '--config', configFile],
      ['serve', '--demo'],
    ]) {
      const { status, out, err } = await startSvc(args, { env }).ended
      assert.deepEqual([status, out], [2, ''])
      assert.match(err, /NODE_TLS_REJECT_UNAUTHORIZED is 0, which disables the certificate checks/)
    }
  })

  test('logs JSON lines to stdout, talks on stderr, and stops with 0 at SIGTERM', async (t) => {
    const running = await serving(t, await install(t))
    assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
    await running.seen('err', 'only the sandbox is served')
    running.signal('SIGTERM')
    const { status, out } = await running.ended
    assert.equal(status, 0)
    const events = out
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).event)
    assert.deepEqual([events.at(0), events.at(-1)], ['started', 'stopped'])
    await assert.rejects(fetch(`${running.url}/healthz`))
  })

  test('is refused beside another one on the same folder, with status 6', async (t) => {
    const installation = await install(t)
    const first = await serving(t, installation)
    const { status, err } = await installation.svc(['serve', '--port', '0', '--json'])
    assert.deepEqual([status, JSON.parse(err).error.code], [6, 'server_running'])
    assert.equal((await fetch(`${first.url}/healthz`)).status, 200)
    first.signal('SIGINT')
    assert.equal((await first.ended).status, 0)
  })

  test('names the port that is taken, and what to do', async (t) => {
    const first = await serving(t, await install(t))
    const { port } = new URL(first.url)
    const second = await install(t)
    // The port after the taken one may be taken, too.
    appendFileSync(second.configFile, 'SVC_OPS_PORT=0\n')
    const { status, err } = await second.svc(['serve', '--port', port])
    assert.equal(status, 6)
    assert.match(err, new RegExp(`EADDRINUSE.*${port}.*--port`))
  })

  test('says that a database is damaged, and which one, instead of blaming itself', async (t) => {
    const { svc, dataDir } = await install(t)
    writeFileSync(join(dataDir, 'svc.db'), 'This was a database once. '.repeat(200))
    for (const command of [['serve', '--port', '0'], ['keys', 'list'], ['init']]) {
      const { status, err } = await svc(command)
      assert.equal(status, 6)
      assert.ok(err.includes(`The database in ${dataDir} is damaged`), err)
      assert.match(err, /restore a backup/)
    }
  })

  test('asks for the master key back where only the database is left, as every command does', async (t) => {
    const { svc, masterKeyFile } = await install(t)
    rmSync(masterKeyFile)
    for (const command of [['serve'], ['keys', 'list']]) {
      const { status, err } = await svc(command)
      assert.equal(status, 6)
      assert.match(err, /The master key .* is missing\. Restore it from your escrow copy/)
    }
  })

  test('logs one line of an error that nobody caught, without its words, and ends with 1', async (t) => {
    const running = await serving(t, await install(t))
    running.failUncaught('unhandled_rejection', new RangeError('Awa Testou'))
    assert.deepEqual(running.endings, [1])
    const log = await running.seen('out', 'unhandled_rejection')
    assert.match(log, /"error":"RangeError"/)
    assert.doesNotMatch(log, /Testou/)
  })

  test('goes on at SIGHUP, which is for certificates', async (t) => {
    const running = await serving(t, await install(t))
    running.signal('SIGHUP')
    assert.equal((await fetch(`${running.url}/healthz`)).status, 200)
    running.signal('SIGTERM')
    assert.equal((await running.ended).status, 0)
  })
})

describe('keys, and a server in a process of its own', () => {
  test('a key works at once, and is refused on the next request after its end', async (t) => {
    const { configFile, svc, json } = await install(t)
    const server = launchSvc(t, ['serve', '--port', '0', '--config', configFile])
    const url = urlIn(await server.printed(/"started".*\n/))
    const { id, key } = await json(['keys', 'create', '--name', 'Core', '--env', 'live'])
    const list = () => call(`${url}/v1/kyc/verifications`, { key: String(key) })
    assert.equal((await list()).status, 200)
    assert.equal((await svc(['keys', 'revoke', String(id), '--yes'])).status, 0)
    assert.equal((await list()).status, 401)
    assert.match((await svc(['keys', 'list'])).out, / revoked /)
    server.kill('SIGTERM')
    assert.equal((await server.ended).status, 0)
  })

  test('a server opens no door to a debugger at SIGUSR1, behind which anybody here could do everything', async (t) => {
    const { configFile } = await install(t)
    const server = launchSvc(t, ['serve', '--port', '0', '--config', configFile])
    const url = urlIn(await server.printed(/"started".*\n/))
    server.kill('SIGUSR1')
    assert.equal((await fetch(`${url}/healthz`)).status, 200)
    server.kill('SIGTERM')
    const { status, err } = await server.ended
    assert.equal(status, 0)
    assert.doesNotMatch(err, /Debugger/)
  })
})
