// Slow: asks every route. api/http-shell/every-response.test.ts looks at some answers in the fast lane.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { ConsoleRoute } from '../../server/console-api/console-route.ts'
import { consoleFolder } from '../../server/http/console/console-files.ts'
import { scopes } from '../../server/keys/key.ts'
import type { TableRoute } from '../../server/routes.ts'
import { routesOnPaper } from '../../server/routes.ts'
import { permissionsOf, type Role, roles } from '../../server/users/role.ts'
import { type ConsoleClient, openEachRole } from '../support/console-client.ts'
import { openedBefore } from '../support/opened-before.ts'
import { startAppliance } from '../support/running-appliance.ts'

const routes = routesOnPaper()
const prefixOf = ({ audience }: TableRoute) => (audience === 'console' ? '/console/api' : '/v1')
const nameOf = (route: TableRoute) => `${route.method} ${prefixOf(route)}${route.path}`
const roleFor = ({ permission }: ConsoleRoute): Role =>
  roles.find((role) => permissionsOf(role).some((one) => one === permission)) ?? 'administrator'
/** They end the session that the others are asked with. */
const endings = ['/sign-out', '/me/sessions']

const scriptBuilt = () =>
  readdirSync(join(consoleFolder, 'assets')).find((name) => name.endsWith('.js')) ?? ''
const otherPaths: Readonly<Record<string, () => string>> = {
  'the way to the console': () => '/',
  'the page': () => '/console',
  'a place in the page': () => '/console/verifications',
  'a script of the page': () => `/console/assets/${scriptBuilt()}`,
  'a file that is not there': () => '/console/assets/none.js',
  health: () => '/healthz',
  'a path of nothing': () => '/nothing',
  'a path of nothing in the API': () => '/v1/nothing',
}

describe('every answer there is', () => {
  const app = openedBefore(() => startAppliance({ settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' } }))
  let clients: Readonly<Record<Role, ConsoleClient>>
  let key: string
  before(async () => {
    clients = await openEachRole(app)
    key = await app.key('sandbox', scopes)
  })

  const fetchIt = (path: string, method: string, headers: Readonly<Record<string, string>>) =>
    fetch(app.server.url + path, {
      method,
      redirect: 'manual',
      headers: { Origin: 'https://elsewhere.example', ...headers },
      ...(method === 'POST' || method === 'PATCH' ? { body: '{}' } : {}),
    })
  const ask = (route: TableRoute) => {
    const path = prefixOf(route) + route.path.replace(/:\w+/g, `ver_${'0'.repeat(26)}`)
    const json = { 'Content-Type': 'application/json' }
    if (route.audience !== 'console') {
      return fetchIt(path, route.method, { ...json, Authorization: `Bearer ${key}` })
    }
    const { cookie = '', csrf } = clients[roleFor(route)]
    return fetchIt(path, route.method, {
      ...json,
      Cookie: cookie,
      'svc-csrf': csrf,
      'Sec-Fetch-Site': 'same-origin',
    })
  }

  for (const route of routes) {
    if (endings.includes(route.path) && route.method !== 'GET') continue
    test(`${nameOf(route)} says that it is to be neither sniffed, framed, kept nor read by other origins`, async () => {
      const answer = await ask(route)
      assertClosed(answer)
      assertOfOneType(answer)
      assert.match(answer.headers.get('Content-Security-Policy') ?? '', /^default-src 'none'/)
      const isForAll = route.audience === 'public'
      if (!isForAll) assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      await answer.body?.cancel()
    })
  }

  for (const [what, path] of Object.entries(otherPaths)) {
    test(`${what} says that it is to be neither sniffed, framed nor read by other origins`, async () => {
      const answer = await fetchIt(path(), 'GET', {})
      assertClosed(answer)
      if (answer.status !== 302) assertOfOneType(answer)
      const policy = answer.headers.get('Content-Security-Policy') ?? ''
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
      await answer.body?.cancel()
    })
  }

  test('asks no browser to let another origin in, however it is asked beforehand', async () => {
    const asked = { 'Access-Control-Request-Method': 'POST', Origin: 'null' }
    for (const path of ['/v1/kyc/verify', '/console/api/sign-in', '/console', '/v1/nothing']) {
      assertClosed(await fetchIt(path, 'OPTIONS', asked))
    }
  })

  test('names neither the product nor its version or what it is built on', async () => {
    for (const path of ['/healthz', '/v1/nothing', '/console']) {
      const answer = await fetchIt(path, 'GET', {})
      for (const name of ['Server', 'X-Powered-By', 'Via']) {
        assert.equal(answer.headers.get(name), null, `${path} ${name}`)
      }
      assert.doesNotMatch(await answer.text(), /\b\d+\.\d+\.\d+\b|node|koa/i, path)
    }
  })
})

function assertClosed({ headers }: Response): void {
  assert.equal(headers.get('X-Content-Type-Options'), 'nosniff')
  assert.equal(headers.get('Referrer-Policy'), 'no-referrer')
  assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin')
  assert.equal(headers.get('Cross-Origin-Resource-Policy'), 'same-origin')
  const cors = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
  assert.deepEqual(cors, [])
}

/** What is no JSON of ours is a file to keep, or an image. */
function assertOfOneType({ status, headers }: Response): void {
  const type = headers.get('Content-Type') ?? ''
  if (status === 204) return
  assert.match(
    type,
    /^(?:application\/json|text\/(?:html|javascript|csv); charset=utf-8|application\/json; charset=utf-8|text\/plain; charset=utf-8|image\/jpeg|application\/pdf)$/,
  )
  if (/csv|pdf/.test(type)) {
    assert.match(headers.get('Content-Disposition') ?? '', /^attachment; filename="[\w.-]+"$/)
  }
}
