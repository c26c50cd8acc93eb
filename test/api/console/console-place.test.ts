// Slow: takes half a second of processor time and more. sign-in.test.ts opens the console in the fast lane.
// Not again on PostgreSQL: links.test.ts and role-matrix.test.ts send its statements there.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { addUser, goodPassword } from '../../support/console-client.ts'
import { type RunningAppliance, startForTest } from '../../support/running-appliance.ts'

const ofApi = 'kyc.bank.example'
const ofConsole = 'console.bank.example'
const within = '10.20.0.7'
const elsewhere = '198.51.100.7'

interface Asked {
  readonly host: string
  readonly from?: string
  readonly method?: string
  readonly json?: unknown
  readonly more?: Readonly<Record<string, string>>
}

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** By whatever Host header, which `fetch` would not send, through a proxy that is trusted. */
function ask({ server }: RunningAppliance, path: string, asked: Asked): Promise<Heard> {
  const { host, from = within, method = 'GET', json, more } = asked
  const headers = {
    Host: host,
    'X-Forwarded-For': from,
    'X-Forwarded-Proto': 'https',
    'Sec-Fetch-Site': 'same-origin',
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...more,
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { port: server.port, host: '127.0.0.1', path, method, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8')
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      },
    )
    sent.on('error', reject)
    sent.end(json === undefined ? undefined : JSON.stringify(json))
  })
}

async function start(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
): Promise<RunningAppliance> {
  const app = await startForTest(t, {
    withoutProvider: true,
    settings: {
      SVC_TRUSTED_PROXIES: '127.0.0.1',
      SVC_PUBLIC_URL: `https://${ofApi}`,
      SVC_SECOND_FACTOR_REQUIRED: 'no',
      ...settings,
    },
  })
  await addUser(app.appliance, 'administrator')
  return app
}

const account = { email: 'administrator@bank.example', password: goodPassword }
const ofTheConsole = ['/', '/console', '/console/keys', '/console/assets/a.js'] as const
const behindIt = ['/console/api/me', '/console/api/nothing', '/console/api/csp-report'] as const

async function signIn(app: RunningAppliance, asked: Asked): Promise<string> {
  const heard = await ask(app, '/console/api/sign-in', { ...asked, method: 'POST', json: account })
  assert.equal(heard.status, 200, heard.body)
  return String(heard.headers['set-cookie']).replace(/;.*/s, '')
}

/** The very answer that a path gets which there is not, but for what differs from request to request. */
async function assertIsNotThere(app: RunningAppliance, path: string, asked: Asked): Promise<void> {
  const [heard, missing] = await Promise.all([
    ask(app, path, asked),
    ask(app, '/nothing-is-here', { ...asked, host: ofApi }),
  ])
  const plain = ({ status, headers, body }: Heard) => {
    const { date: _, 'request-id': id, ...rest } = headers
    return { status, rest, body: body.replaceAll(String(id), 'req') }
  }
  assert.equal(heard.status, 404, path)
  assert.deepEqual(plain(heard), plain(missing), path)
}

async function refusedOf({ appliance }: RunningAppliance) {
  await appliance.refusals.flush()
  const page = { limit: 50, after: undefined }
  const entries = await listAuditEntries(appliance.db.reader, {}, page)
  return entries
    .filter(({ action }) => action === 'console.refused' || action === 'api.refused')
    .map(({ action, details, clientAddress }) => [
      action,
      details.reason,
      details.count,
      clientAddress,
    ])
}

describe('the networks of the console', () => {
  const networks = { SVC_CONSOLE_NETWORKS: '10.20.0.0/16' }

  test('from elsewhere the console is not there, whoever is signed in, and the API is', async (t) => {
    const app = await start(t, networks)
    const Cookie = await signIn(app, { host: ofApi })
    const more = { Cookie }
    assert.equal((await ask(app, '/console/api/me', { host: ofApi, more })).status, 200)
    const looked = t.mock.method(app.appliance.db.reader, 'selectFrom')
    for (const path of [...ofTheConsole, ...behindIt]) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
        const asked = { host: ofApi, from: elsewhere, method, more }
        await assertIsNotThere(app, path, asked)
      }
    }
    const tables = looked.mock.calls.map(({ arguments: [table] }) => String(table))
    looked.mock.restore()
    assert.ok(!tables.some((table) => table.startsWith('sessions')), 'no session was looked up')
    const json = account
    const from = elsewhere
    await assertIsNotThere(app, '/console/api/sign-in', { host: ofApi, from, method: 'POST', json })
    const Authorization = `Bearer ${app.liveKey}`
    const usage = await ask(app, '/v1/usage', { host: ofApi, from, more: { Authorization } })
    assert.equal(usage.status, 200)
    assert.equal((await ask(app, '/healthz', { host: ofApi, from })).status, 200)
  })

  test('this machine is not let in unless it is listed, nor whom only the client vouches for', async (t) => {
    const app = await start(t, networks)
    await assertIsNotThere(app, '/console', { host: ofApi, from: '127.0.0.1' })
    await assertIsNotThere(app, '/console', { host: ofApi, from: `${within}, ${elsewhere}` })
    const page = await ask(app, '/', { host: ofApi, from: `${elsewhere}, ${within}` })
    assert.deepEqual([page.status, page.headers.location], [302, '/console'])
    const listed = await start(t, { SVC_CONSOLE_NETWORKS: '127.0.0.1,::1' })
    assert.equal((await ask(listed, '/', { host: ofApi, from: '127.0.0.1' })).status, 302)
    await assertIsNotThere(listed, '/', { host: ofApi })
  })

  test('whoever asks from elsewhere is in the audit log, in aggregate', async (t) => {
    const app = await start(t, networks)
    for (const path of ['/', '/console', '/console/api/me', '/console/api/nothing']) {
      await ask(app, path, { host: ofApi, from: elsewhere })
    }
    await ask(app, '/nothing-is-here', { host: ofApi, from: elsewhere })
    assert.deepEqual(await refusedOf(app), [
      ['console.refused', 'network_not_allowed', 3, elsewhere],
    ])
  })
})

describe('the name of the console', () => {
  const named = { SVC_CONSOLE_HOST: ofConsole }

  test('the console answers under it alone, and the API under its own alone', async (t) => {
    const app = await start(t, named)
    const Cookie = await signIn(app, { host: ofConsole })
    const more = { Cookie, Authorization: `Bearer ${app.liveKey}` }
    assert.equal((await ask(app, '/console/api/me', { host: ofConsole, more })).status, 200)
    assert.equal((await ask(app, '/', { host: `${ofConsole}:443` })).status, 302)
    for (const host of [ofApi, '127.0.0.1', `127.0.0.1:${app.server.port}`]) {
      for (const path of [...ofTheConsole, ...behindIt]) {
        await assertIsNotThere(app, path, { host, more })
      }
      assert.equal((await ask(app, '/v1/usage', { host, more })).status, 200)
    }
    for (const path of ['/v1/usage', '/api/v1/usage', '/v1', '/usage', '/v1/kyc/verify']) {
      await assertIsNotThere(app, path, { host: ofConsole, more })
    }
    assert.equal((await ask(app, '/healthz', { host: ofConsole })).status, 200)
    const described = await ask(app, '/v1/openapi.json', { host: ofConsole })
    assert.equal(described.status, 200)
    const third = await ask(app, '/v1/usage', { host: 'evil.example', more })
    assert.equal(third.status, 400)
  })

  test('links and passkeys lead to it', async (t) => {
    const app = await start(t, named)
    const login = { host: ofConsole, method: 'POST', json: account }
    const heard = await ask(app, '/console/api/sign-in', login)
    const Cookie = String(heard.headers['set-cookie']).replace(/;.*/s, '')
    const more = { Cookie, 'svc-csrf': String(JSON.parse(heard.body).data.csrf_token) }
    const json = { email: 'new@bank.example', name: 'Somebody New', role: 'auditor' }
    const asked = { host: ofConsole, method: 'POST', more }
    const invited = await ask(app, '/console/api/users', { ...asked, json })
    assert.match(invited.body, new RegExp(`"https://${ofConsole}/console/invitation#`))
    const offered = await ask(app, '/console/api/me/passkeys/challenge', { ...asked, json: {} })
    assert.ok(offered.body.includes(`"${ofConsole}"`), offered.body)
    assert.ok(!offered.body.includes(ofApi))
  })

  test('and its networks hold together; both refusals are told apart in the audit log', async (t) => {
    const app = await start(t, { ...named, SVC_CONSOLE_NETWORKS: '10.20.0.0/16' })
    await assertIsNotThere(app, '/console', { host: ofConsole, from: elsewhere })
    await assertIsNotThere(app, '/v1/openapi.json', { host: ofConsole, from: elsewhere })
    await assertIsNotThere(app, '/console', { host: ofApi })
    await assertIsNotThere(app, '/v1/usage', { host: ofConsole })
    assert.equal((await ask(app, '/', { host: ofConsole })).status, 302)
    const told = await refusedOf(app)
    assert.deepEqual(told.toSorted(), [
      ['api.refused', 'other_host', 1, within],
      ['api.refused', 'other_host', 1, elsewhere],
      ['console.refused', 'network_not_allowed', 1, elsewhere],
      ['console.refused', 'other_host', 1, within],
    ])
  })
})
