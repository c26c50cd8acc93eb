// SQLite only: counts rows in its file, and the rest is about HTTP.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databaseFile } from '../../server/appliance.ts'
import type { ConsoleRoute } from '../../server/console-api/console-route.ts'
import { openConnection, type RawConnection } from '../../server/db/sqlite/connection.ts'
import { scopes } from '../../server/keys/key.ts'
import type { TableRoute } from '../../server/routes.ts'
import { routesOnPaper } from '../../server/routes.ts'
import { directoryLogoutPath } from '../../server/users/directory/directory-logout.ts'
import { permissionsOf, type Role, roles } from '../../server/users/role.ts'
import { type ConsoleClient, openEachRole } from '../support/console-client.ts'
import { type RunningAppliance, startAppliance } from '../support/running-appliance.ts'
import { type Call, call, type Reply } from './http-shell/client.ts'

const routes = routesOnPaper()
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const
/** They end the session that the others are asked with. */
const endings = ['/sign-out', '/me/sessions']
/** Written where something was looked at; nothing hangs on them. */
const tablesOfAccesses = ['audit_entries', 'idempotency']

const prefixOf = ({ audience }: TableRoute) => (audience === 'console' ? '/console/api' : '/v1')
const pathOf = (route: TableRoute) =>
  prefixOf(route) + route.path.replace(/:\w+/g, `ver_${'0'.repeat(26)}`)
const nameOf = (route: TableRoute) => `${route.method} ${prefixOf(route)}${route.path}`
const matches = (route: TableRoute, path: string) =>
  new RegExp(`^${prefixOf(route)}${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
const roleFor = ({ permission }: ConsoleRoute): Role =>
  roles.find((role) => permissionsOf(role).some((one) => one === permission)) ?? 'administrator'
const isChanging = ({ method, path }: TableRoute) =>
  (method === 'POST' || method === 'PATCH') && !endings.includes(path)

describe('every endpoint', () => {
  let app: RunningAppliance
  let clients: Readonly<Record<Role, ConsoleClient>>
  let key: string
  let raw: RawConnection
  before(async () => {
    app = await startAppliance({ settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' } })
    clients = await openEachRole(app)
    key = await app.key('sandbox', scopes)
    raw = openConnection(databaseFile(app.appliance.config))
  })
  after(async () => {
    raw.close()
    await app.close()
  })

  const ask = (
    route: TableRoute,
    { query, ...given }: Call & { readonly query?: string } = {},
  ): Promise<Reply> => {
    const url = `${app.server.url}${pathOf(route)}${query === undefined ? '' : `?${query}`}`
    if (route.audience !== 'console') return call(url, { method: route.method, ...given, key })
    const { cookie, csrf } = clients[roleFor(route)]
    const headers = { cookie: String(cookie), 'svc-csrf': csrf, 'sec-fetch-site': 'same-origin' }
    return call(url, {
      method: route.method,
      ...given,
      headers: { ...headers, ...given.headers },
    })
  }

  for (const route of routes) {
    test(`${nameOf(route)} answers no method that its path does not have`, async () => {
      const here = routes.filter((one) => matches(one, pathOf(route)))
      const others = methods.filter((method) => here.every((one) => one.method !== method))
      for (const method of others) {
        const reply = await ask(route, { method })
        assert.deepEqual([method, reply.status], [method, 405])
        assert.equal(String(reply.headers.allow).includes(method), false)
      }
    })
  }

  // The directory sends its logout tokens in a form, as OpenID Connect says.
  const readsJson = (route: TableRoute) => isChanging(route) && route.path !== directoryLogoutPath
  for (const route of routes.filter(readsJson)) {
    test(`${nameOf(route)} reads JSON in which each name stands once, or nothing`, async () => {
      const asForm = await ask(route, {
        body: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      const twice = await ask(route, {
        body: '{"a":1,"\\u0061":2}',
        headers: { 'content-type': 'application/json' },
      })
      const isDescribed = 'describe' in route && route.describe?.request !== undefined
      if (isDescribed) assert.equal(asForm.status, 415)
      if (asForm.status !== 415) assert.equal(twice.status, asForm.status)
      else if (twice.status !== 415) {
        assert.equal(twice.status, 400)
        assert.match(String(twice.json.error?.message), /twice/)
      }
    })
  }

  for (const route of routes) {
    if (route.audience !== 'client' || route.describe.query === undefined) continue
    test(`${nameOf(route)} refuses a parameter given twice`, async () => {
      for (const name of Object.keys(route.describe.query?.shape ?? {})) {
        const reply = await ask(route, { query: `${name}=a&${name}=b` })
        assert.equal(reply.status, 400)
        const fault = reply.json.error?.details?.find(({ param }) => param === name)
        assert.equal(fault?.code, 'repeated', name)
      }
    })
  }

  const rows = () => {
    const tables = raw
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all() as string[]
    return Object.fromEntries(
      tables
        .filter((table) => !tablesOfAccesses.includes(table))
        .map((table) => [table, raw.prepare(`select count(*) from "${table}"`).pluck().get()]),
    )
  }
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    test(`${nameOf(route)} changes nothing`, async () => {
      const before = rows()
      assert.ok((await ask(route)).status < 500)
      assert.deepEqual(rows(), before)
    })
  }
})
