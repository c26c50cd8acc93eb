import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { keepDatabaseVerdict } from '../../../server/operations/status/database-verdict.ts'
import { call } from '../../support/api-client.ts'
import { belowHighReserve, highReserve } from '../../support/high-reserve.ts'
import { awaTeranga } from '../../support/person.ts'
import { onSqlite } from '../../support/postgres.ts'
import {
  type RunningAppliance,
  startAppliance,
  startForTest,
} from '../../support/running-appliance.ts'

let running: RunningAppliance
let port: number

before(async () => {
  port = await freePort()
  running = await startAppliance({ settings: { SVC_OPS_PORT: String(port) } })
})
after(() => running.close())

interface OpsResponse {
  readonly status: number
  readonly text: string
}

/** Over a connection of its own. `fetch` would not send another Host header. */
function ask(path: string, options: { host?: string; method?: string } = {}): Promise<OpsResponse> {
  return new Promise((resolve, reject) => {
    const { host = `127.0.0.1:${port}`, method = 'GET' } = options
    const headers = { host }
    const of = { port, host: '127.0.0.1', agent: false }
    request({ ...of, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })
}

/** Returns the value of a sample by its name and labels as printed; undefined if there is none. */
async function sample(name: string): Promise<number | undefined> {
  const { text } = await ask('/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test('a server that works is alive, started and ready', async () => {
  for (const path of ['/livez', '/startupz', '/readyz']) {
    assert.deepEqual(await ask(path), { status: 200, text: 'ok\n' }, path)
  }
  const { status, checks } = JSON.parse((await ask('/readyz?verbose')).text)
  assert.equal(status, 'ready')
  assert.deepEqual(
    checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]),
    ['stopping', 'draining', 'database', 'schema', 'master_key', 'disk', 'audit_copy'].map(
      (one) => [one, true],
    ),
  )
})

test('nothing but reading is answered, and no page of a browser can read it under a name of its own', async () => {
  assert.equal((await ask('/metrics', { method: 'POST' })).status, 405)
  assert.equal((await ask('/other')).status, 404)
  assert.equal((await ask('/metrics', { host: `evil.example:${port}` })).status, 403)
  assert.equal((await ask('/metrics', { host: `localhost:${port}` })).status, 200)
  assert.deepEqual(await ask('/livez', { method: 'HEAD' }), { status: 200, text: '' })
})

test('a load balancer that names no host, as HAProxy does, is told whether the server is ready', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.end('GET /readyz HTTP/1.0\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 OK/)
})

test('a client that sends hundreds of requests at once is answered a few, all from one reading', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.end(`GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(200))
  const answers = (await text(socket)).split(/^(?=HTTP\/1\.1 )/m)
  const good = answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))
  const bodies = good.map((answer) => answer.slice(answer.indexOf('\r\n\r\n')))
  assert.ok(good.length > 0 && good.length <= 16, `${good.length}`)
  assert.match(bodies[0] ?? '', /process_cpu_seconds_total/)
  assert.equal(new Set(bodies).size, 1)
})

test('the main listener shows none of it', async () => {
  const { origin } = new URL(running.url)
  for (const path of ['/metrics', '/readyz', '/livez']) {
    assert.equal((await fetch(`${origin}${path}`)).status, 404, path)
  }
})

test('requests, jobs, calls and verifications are counted, by templates and never by what a client sent', async () => {
  const { url, sandboxKey, clock } = running
  const submitted = await call(`${url}/kyc/sandbox/verify`, { key: sandboxKey, json: awaTeranga })
  assert.equal(submitted.status, 200)
  assert.equal(
    (await call(`${url}/kyc/verifications/planted-in-path`, { key: sandboxKey })).status,
    404,
  )
  clock.advance(5_000)
  const count = 'svc_http_request_duration_seconds_count'
  assert.equal(await sample(`${count}{method="POST",route="/kyc/sandbox/verify",status="2xx"}`), 1)
  assert.equal(
    await sample(`${count}{method="GET",route="/kyc/verifications/:id",status="4xx"}`),
    1,
  )
  assert.equal(await sample('svc_verifications_total{environment="sandbox",kind="submitted"}'), 1)
  const { text } = await ask('/metrics')
  assert.ok(!text.includes('planted-in-path') && !text.includes(awaTeranga.last_name))
})

/** What promtool, of Debian's package prometheus, objects to; undefined where it is not installed. */
async function promtool(args: readonly string[], input = ''): Promise<string | undefined> {
  const cwd = fileURLToPath(new URL('../../../scripts/monitoring', import.meta.url))
  return new Promise((resolve) => {
    const child = execFile('promtool', args, { cwd }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') resolve(undefined)
      else resolve(error === null ? '' : `${error.message}: ${stdout}${stderr}`)
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

test('a program that holds all connections keeps no supervisor out', async (t) => {
  const held = Array.from({ length: 64 }, () => connect(port, '127.0.0.1').resume())
  t.after(() => held.forEach((socket) => void socket.destroy()))
  await Promise.all(held.map((socket) => once(socket, 'connect')))
  const [oldest, ...others] = held.map((socket) => once(socket, 'close'))
  assert.equal((await ask('/readyz')).status, 200)
  await oldest
  const closed = Promise.race(others).then(() => 'closed')
  assert.equal(await Promise.race([closed, ask('/livez').then(() => 'open')]), 'open')
})

test('promtool accepts every metric, the alert rules and their tests', async (t) => {
  const { text } = await ask('/metrics')
  const found = await promtool(['check', 'metrics'], text)
  if (found === undefined) return t.skip('promtool is not installed')
  assert.equal(found, '')
  assert.equal(await promtool(['check', 'rules', 'alerts.yml']), '')
  assert.equal(await promtool(['test', 'rules', 'alerts.test.yml']), '')
})

test('no metric is named as another kind, on machines without promtool too', async () => {
  const { text } = await ask('/metrics')
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }))
  const wrong = types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))
  assert.deepEqual(wrong, [])
})

test('commits are measured, and a lost key and a damaged database show', onSqlite, async () => {
  const { appliance, clock } = running
  const key = appliance.config.masterKeyFile
  const before = (await sample('svc_commit_duration_seconds_count')) ?? 0
  await call(`${running.url}/kyc/sandbox/verify`, { key: running.sandboxKey, json: awaTeranga })
  assert.ok(((await sample('svc_commit_duration_seconds_count')) ?? 0) > before)
  assert.equal(await sample('svc_master_key_source_well'), 1)
  assert.equal(await sample('svc_database_damaged_tables'), 0)
  renameSync(key, `${key}.away`)
  await keepDatabaseVerdict(appliance.about.databaseFile, {
    checkedAt: clock.now(),
    damagedTables: ['jobs', 'events'],
  })
  await appliance.keySource.check()
  clock.advance(5_000)
  assert.equal(await sample('svc_master_key_source_well'), 0)
  assert.equal(await sample('svc_database_damaged_tables'), 2)
  assert.equal(await sample('svc_database_check_timestamp_seconds'), (clock.now() - 5_000) / 1000)
  assert.equal((await ask('/readyz')).status, 200)
  renameSync(`${key}.away`, key)
})

test(
  'below the disk reserve the server is not ready, and refuses verifications but nothing else',
  belowHighReserve,
  async (t) => {
    const opsPort = await freePort()
    const low = await startForTest(t, {
      settings: { SVC_OPS_PORT: String(opsPort), SVC_DISK_RESERVE: highReserve },
    })
    const ready = await fetch(`http://127.0.0.1:${opsPort}/readyz`)
    assert.equal(ready.status, 503)
    assert.match(await ready.text(), /SVC_DISK_RESERVE/)
    const refused = await call(`${low.url}/kyc/sandbox/verify`, {
      key: low.sandboxKey,
      json: awaTeranga,
    })
    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '60')
    const list = await call(`${low.url}/kyc/verifications`, { key: low.sandboxKey })
    assert.equal(list.status, 200)
    assert.ok(low.logLines.some((line) => line.includes('disk_below_reserve')))
  },
)

test('alert rules and dashboard ask only for metrics that exist', async () => {
  const { text } = await ask('/metrics')
  const defined = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const path = new URL(`../../../scripts/monitoring/${file}`, import.meta.url)
    const asked = readFileSync(path, 'utf8').match(/\b(?:svc|nodejs|process)_[a-z0-9_]+/g) ?? []
    assert.ok(asked.length > 10)
    for (const name of asked) {
      assert.ok(defined.has(name) || defined.has(name.replace(/_(?:bucket|count|sum)$/, '')), name)
    }
  }
})
