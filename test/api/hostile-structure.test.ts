// Slow: sends deep and wide documents.
// SQLite only: it is refused before a database is asked.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scopes } from '../../server/keys/key.ts'
import type { TableRoute } from '../../server/routes.ts'
import { routesOnPaper } from '../../server/routes.ts'
import { permissionsOf, type Role, roles } from '../../server/users/role.ts'
import { type ConsoleClient, openEachRole } from '../support/console-client.ts'
import { openedBefore } from '../support/opened-before.ts'
import { startAppliance } from '../support/running-appliance.ts'
import { isForm, type Part, parts } from './http-shell/upload-shell.ts'

/** What one request may take on a machine that has a lot else to do; a request that hurts takes seconds. */
const tookMsMax = 1500
const jsonBytesMax = 32 * 1024

const field = (name: string): Part => [`name="${name}"`, 'x']
const file = (name: string): Part => [`name="${name}"; filename="a.jpg"`, 'x']
const many = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index))
const nested = (opening: string, inside: string, closing: string, levels: number) =>
  opening.repeat(levels) + inside + closing.repeat(levels)
/** As many entries as fit. */
const filled = (opening: string, entry: (index: number) => string, closing: string) => {
  let text = opening
  for (let index = 0; text.length < jsonBytesMax - 200; index += 1) {
    text += `${index === 0 ? '' : ','}${entry(index)}`
  }
  return text + closing
}

const forms: Readonly<Record<string, readonly Part[]>> = {
  'an index of 300 million and then a name': [field('a[300000000]'), field('a[b]')],
  'the largest index there is': [field('a[4294967294]'), field('a[b]')],
  'names nested as deep as a name goes': many(40, (index) => field(`a${index}${'[b]'.repeat(32)}`)),
  'brackets that never close': many(40, () => field('a'.repeat(50) + '['.repeat(50))),
  'names of JavaScript in brackets': [field('__proto__[a]'), field('constructor[prototype][a]')],
  'one name forty times': many(40, () => field('country')),
  'a name of 15 000 characters': [field('a'.repeat(15_000))],
  '10 000 fields': many(10_000, (index) => field(`a${index}`)),
  '10 000 files': many(10_000, (index) => file(`a${index}`)),
  '10 000 parts that are neither': many(10_000, () => ['x', 'x'] as const),
  'a part in a character set that nobody knows': [
    ['name="country"\r\nContent-Type: text/plain; charset=klingon', 'SN'],
  ],
  'a part with 1 900 headers': [[`name="a"${'\r\na:b'.repeat(1900)}`, 'x']],
  'a disposition of 2 000 parameters': [[`name="a"${'; a=b'.repeat(2000)}`, 'x']],
}

const bodies: Readonly<Record<string, string>> = {
  'objects in objects, as deep as is allowed': nested('{"a":', '1', '}', 32),
  'lists side by side, as deep as is allowed': filled(
    '{"a":[',
    () => nested('[', '', ']', 30),
    ']}',
  ),
  'thousands of names': filled('{', (index) => `"n${index}":1`, '}'),
  'thousands of numbers in the place of anything': filled('{"events":[', () => '1', ']}'),
  'a name of 30 000 characters': `{"${'n'.repeat(30_000)}":1}`,
  'a text of nothing but escapes': `{"name":"${'\\u0061'.repeat(5_000)}"}`,
  'half pairs': `{"name":"${'\\ud800'.repeat(5_000)}"}`,
  'a number of 30 000 digits': `{"limit":${'1'.repeat(30_000)}}`,
  'names of JavaScript': '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
}

/** Refused before a route of clients or of the console sees them, so that one of each is enough. */
const unreadable: Readonly<Record<string, string>> = {
  'lists that never close': '['.repeat(jsonBytesMax),
  'objects that never close': '{"a":'.repeat(jsonBytesMax / 5),
  'one name thousands of times': filled('{', () => '"a":1', '}'),
  'one name twice, at the end of thousands': filled('{', (index) => `"${index}":1`, ',"0":1}'),
}

/** Of parameters that many routes know. */
const knownQueries: Readonly<Record<string, string>> = {
  'one parameter 2 000 times': many(2_000, () => 'limit').join('&'),
  'a value of 15 000 characters': `cursor=${'a'.repeat(15_000)}`,
  'escapes of nothing but bytes': `limit=${'%ff'.repeat(4_000)}`,
}

/** What no route knows is refused before a route is asked, so that one of each audience is enough. */
const queries: Readonly<Record<string, string>> = {
  ...knownQueries,
  '7 000 parameters': many(7_000, () => 'a').join('&'),
  '3 000 parameters of different names': many(3_000, (index) => index.toString(36)).join('&'),
  '10 000 parameters': many(10_000, () => 'a').join('&'),
  'a parameter of 15 000 characters': 'a'.repeat(15_000),
  'a name nested deep': `a${'[b]'.repeat(4_000)}=1`,
  'an index of 300 million': 'a[300000000]=x&a[b]=y',
}

/** Makes all slow checks each time that its body can be read. */
const slowPath = '/system/checks'
/** The other two end the session. */
const notAsked = ['/sign-out', '/me/sessions', slowPath]

/** The first route of each audience stands for the others, which take the same way and are asked in the long lane. */
function laneOf(route: TableRoute, routes: readonly TableRoute[]): string {
  const first = routes.find(({ audience }) => audience === route.audience)
  return route === first ? '' : ' (long)'
}

describe('a request of hostile structure', () => {
  const app = openedBefore(() => startAppliance({ settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' } }))
  let key: string
  let clients: Readonly<Record<Role, ConsoleClient>>
  before(async () => {
    clients = await openEachRole(app)
    key = await app.key('live', scopes)
  })

  /** Of a client whose key has every scope, or of a user who may ask for it, so that it is read. */
  const headersFor = (route: TableRoute): Record<string, string> => {
    if (route.audience !== 'console') return { Authorization: `Bearer ${key}` }
    const isIts = (role: Role) => permissionsOf(role).some((one) => one === route.permission)
    const { cookie, csrf } = clients[roles.find(isIts) ?? 'administrator']
    return { Cookie: String(cookie), 'svc-csrf': csrf, 'Sec-Fetch-Site': 'same-origin' }
  }
  const addressOf = ({ audience, path }: TableRoute, query = '') => {
    const below = path.replace(/:\w+/g, `ver_${'0'.repeat(26)}`)
    const prefix = audience === 'console' ? '/console/api' : '/v1'
    return `${app.server.url}${prefix}${below}${query && `?${query}`}`
  }
  /** The status, once it came in time and was nobody's failure. */
  const ask = async (what: string, url: string, init: RequestInit): Promise<number> => {
    const before = process.cpuUsage()
    const response = await fetch(url, init)
    await response.arrayBuffer()
    // Not by the clock, which also runs while others have the processor.
    const { user, system } = process.cpuUsage(before)
    const tookMs = (user + system) / 1000
    assert.ok(tookMs < tookMsMax, `${what} took ${Math.round(tookMs)} ms`)
    assert.ok(response.status < 500, `${what} was answered ${response.status}`)
    return response.status
  }

  const withQueries = routesOnPaper().filter(({ method }) => method === 'GET')
  for (const route of withQueries) {
    const lane = laneOf(route, withQueries)
    test(`in the query of ${route.audience} GET ${route.path} costs no time${lane}`, async () => {
      for (const [what, query] of Object.entries(lane === '' ? queries : knownQueries)) {
        await ask(what, addressOf(route, query), { headers: headersFor(route) })
      }
    })
  }

  const withBodies = routesOnPaper().filter(
    ({ method, path }) => (method === 'POST' || method === 'PATCH') && !notAsked.includes(path),
  )
  for (const route of withBodies) {
    const { audience, method, path } = route
    const lane = laneOf(route, withBodies)
    test(`in the body of ${audience} ${method} ${path} costs no time${lane}`, async () => {
      const headers = { ...headersFor(route), 'Content-Type': 'application/json' }
      const isOneOfMany = audience === 'client' || audience === 'console'
      for (const [what, body] of Object.entries(
        isOneOfMany ? bodies : { ...bodies, ...unreadable },
      )) {
        await ask(what, addressOf(route), { method, headers, body })
      }
    })
  }

  const refused = [
    ['client', '/webhooks', ''],
    ['console', '/webhooks', ''],
    ['console', slowPath, ' (long)'],
  ] as const
  for (const [audience, path, lane] of refused) {
    test(`in a body that cannot be read costs no time and is refused: ${audience} ${path}${lane}`, async () => {
      const isIts = (one: TableRoute) =>
        one.audience === audience && one.path === path && one.method === 'POST'
      const route = routesOnPaper().find(isIts) ?? assert.fail()
      const headers = { ...headersFor(route), 'Content-Type': 'application/json' }
      for (const [what, body] of Object.entries(unreadable)) {
        const init = { method: route.method, headers, body }
        assert.equal(await ask(what, addressOf(route), init), 400)
      }
    })
  }

  for (const [what, contents] of Object.entries(forms)) {
    test(`in a form costs no time and is refused: ${what}`, async () => {
      const headers = { Authorization: `Bearer ${key}`, ...isForm }
      const init = { method: 'POST', headers, body: new Uint8Array(parts(...contents)) }
      assert.equal(await ask(what, `${app.url}/kyc/verify`, init), 400)
    })
  }

  test('in the boundary of a form costs no time', async () => {
    const boundary = 'b'.repeat(10_000)
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    }
    const body = `\r\n--${boundary.slice(1)}`.repeat(200)
    assert.equal(
      await ask('a boundary', `${app.url}/kyc/verify`, { method: 'POST', headers, body }),
      400,
    )
  })

  test('leaves no error in the log', () => {
    const errors = app.logLines.filter((line) => JSON.parse(line).level === 'error')
    assert.deepEqual(errors, [])
  })
})
