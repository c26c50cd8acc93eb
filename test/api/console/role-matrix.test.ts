// Slow: asks every endpoint as each role. api/every-endpoint.test.ts and the tests of each page ask some in the fast
// lane.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ConsoleRoute } from '../../../server/console-api/console-route.ts'
import { routesOnPaper } from '../../../server/routes.ts'
import { permissionsOf, type Role, roles } from '../../../server/users/role.ts'
import { type ConsoleClient, openConsole, openEachRole } from '../../support/console-client.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { startAppliance } from '../../support/running-appliance.ts'

/** Every endpoint of the console there is: a new one is tried without being named here. */
const userRoutes = routesOnPaper().filter(
  (route): route is ConsoleRoute => route.audience === 'console',
)
const changing = userRoutes.filter(({ method }) => method !== 'GET')
const ends = ['/sign-out', '/me/sessions']
const stages = ['open', 'half_way', 'enrolling', 'signed_in']

function may(role: Role, { permission }: ConsoleRoute): boolean {
  return stages.includes(permission) || permissionsOf(role).some((one) => one === permission)
}

function ask(client: ConsoleClient, route: ConsoleRoute, headers = {}) {
  const path = route.path.replace(/:\w+/g, `usr_${'0'.repeat(26)}`)
  const json = route.method === 'GET' || route.method === 'DELETE' ? undefined : {}
  return client.send(route.method, path, { json, headers })
}

describe('every endpoint of the console', () => {
  const app = openedBefore(startAppliance)
  let clients: Readonly<Record<Role, ConsoleClient>>
  before(async () => {
    clients = await openEachRole(app)
  })

  for (const route of userRoutes) {
    const name = `${route.method} ${route.path}`
    if (!ends.includes(route.path) || route.method === 'GET') {
      const lets = roles.filter((role) => may(role, route)).join(', ')
      test(`${name} lets in ${lets}, and nobody else`, async () => {
        for (const role of roles) {
          const { status, error } = await ask(clients[role], route)
          const isKeptOut = error.code === 'missing_permission'
          assert.equal(isKeptOut, !may(role, route), `${role}: ${status} ${error.code}`)
          assert.notEqual(status, 500, role)
          if (may(role, route)) assert.notEqual(error.code, 'cross_site_request', role)
        }
      })
    }

    test(`${name} answers nobody without a session, but where signing in begins, and is never cached`, async () => {
      const { status, error, headers } = await ask(openConsole(app.server), route)
      if (route.permission === 'open') assert.notEqual(status, 401)
      else assert.deepEqual([status, error.code], [401, 'unauthenticated'])
      assert.equal(headers.get('Cache-Control'), 'no-store')
    })

    test(`${name} refuses what another site's page asks`, async () => {
      const elsewhere = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' }
      const { status, error } = await ask(clients.administrator, route, elsewhere)
      assert.deepEqual([status, error.code], [403, 'cross_site_request'])
    })
  }

  for (const route of userRoutes.filter(({ method, path }) => method === 'GET' && path !== '/me')) {
    if (route.permission === 'open') continue
    test(`${route.method} ${route.path} refuses the token of another session`, async () => {
      const { error } = await ask(clients.auditor, route, {
        'svc-csrf': clients.administrator.csrf,
      })
      assert.equal(error.code, 'cross_site_request')
    })
  }

  for (const route of changing) {
    const name = `${route.method} ${route.path}`
    test(`${name} refuses another origin from a browser without Fetch Metadata`, async () => {
      const old = { 'Sec-Fetch-Site': undefined, Origin: 'https://elsewhere.example' }
      const { error } = await ask(clients.administrator, route, old)
      assert.equal(error.code, 'cross_site_request')
    })

    test(`${name} refuses a program that names neither site nor origin`, async () => {
      const { error } = await ask(clients.administrator, route, { 'Sec-Fetch-Site': undefined })
      assert.equal(error.code, 'cross_site_request')
    })

    if (route.permission === 'open') continue
    test(`${name} refuses the token of another session`, async () => {
      const { error } = await ask(clients.administrator, route, {
        'svc-csrf': clients.auditor.csrf,
      })
      assert.equal(error.code, 'cross_site_request')
    })
  }

  test('a change without a token, or with an invented one, is refused before its route is asked', async () => {
    const route = changing.find(({ permission }) => permission !== 'open')
    assert.ok(route)
    for (const token of [undefined, 'x']) {
      const { error } = await ask(clients.administrator, route, { 'svc-csrf': token })
      assert.equal(error.code, 'cross_site_request')
    }
  })

  test('leaves nothing of the console in the interface document', async () => {
    const answer = await fetch(`${app.url}/openapi.json`)
    assert.doesNotMatch(await answer.text(), /console\/api|sign-in|svc-csrf/)
  })
})
