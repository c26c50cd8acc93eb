import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Route } from '../../../server/http/context.ts'
import { createRouting } from '../../../server/http/routing.ts'
import { routesOnPaper } from '../../../server/routes.ts'
import { anyDescription } from '../../support/any-description.ts'

function endpoint(method: Route['method'], path: Route['path']): Route {
  const answer = async () => ({ status: 200, data: path }) as const
  return { audience: 'client', describe: anyDescription, method, path, answer }
}

describe('routing', () => {
  const find = createRouting([
    endpoint('GET', '/usage/:id'),
    endpoint('GET', '/usage/summary'),
    endpoint('GET', '/keys'),
    endpoint('POST', '/keys'),
    endpoint('POST', '/webhooks/:id/deliveries/:delivery/replay'),
  ])
  const pathOf = (method: string, path: string) => {
    const found = find(method, path)
    return found.kind === 'route' ? found.route.path : found.kind
  }

  test('finds the same below both prefixes', () => {
    for (const prefix of ['/v1', '/api/v1']) {
      const found = find('POST', `${prefix}/webhooks/a/deliveries/b%20c/replay`)
      assert.ok(found.kind === 'route')
      assert.equal(found.route.path, '/webhooks/:id/deliveries/:delivery/replay')
      assert.deepEqual(found.params, { id: 'a', delivery: 'b c' })
      assert.equal(found.path, '/webhooks/a/deliveries/b%20c/replay')
    }
  })

  test('prefers the path with fewer parameters, whatever the order of the table', () => {
    assert.equal(pathOf('GET', '/v1/usage/summary'), '/usage/summary')
    assert.equal(pathOf('GET', '/v1/usage/other'), '/usage/:id')
  })

  test('answers HEAD where it answers GET', () => {
    assert.equal(pathOf('HEAD', '/v1/keys'), '/keys')
    assert.equal(pathOf('HEAD', '/v1/webhooks/a/deliveries/b/replay'), 'other_method')
  })

  test('returns the methods of a path for a method it does not have', () => {
    assert.deepEqual(find('TRACE', '/v1/keys'), {
      kind: 'other_method',
      template: '/keys',
      allow: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    })
  })

  const unknownPaths = [
    ['/v1', 'unknown'],
    ['/v1/', 'unknown'],
    ['/v1/keys/', 'unknown'],
    ['/v1/KEYS', 'unknown'],
    ['/v1/usage/', 'unknown'],
    ['/v1/usage/a/b', 'unknown'],
    ['/v1/v1/keys', 'unknown'],
    ['/api/v1/api/v1/keys', 'unknown'],
    ['/v10/keys', 'outside'],
    ['/v2/keys', 'outside'],
    ['/api/keys', 'outside'],
    ['/keys', 'outside'],
    ['/', 'outside'],
    ['*', 'outside'],
  ] as const
  for (const [path, kind] of unknownPaths) {
    test(`finds ${path} to be ${kind}`, () => {
      assert.equal(pathOf('GET', path), kind)
    })
  }

  test('finds each route of the product, whose paths are parsed with their first request only', () => {
    const table = routesOnPaper()
    const findOf = createRouting(
      table.map(({ audience, method, path }) => ({ ...endpoint(method, path), audience })),
    )
    for (const { audience, method, path } of table) {
      const asked = `${audience === 'console' ? '/console/api' : '/v1'}${path.replace(/:\w+/g, 'x')}`
      const found = findOf(method, asked)
      assert.equal(found.kind === 'route' ? found.route.path : found.kind, path, asked)
      // For any other method, paths without parameters are parsed, too.
      assert.equal(findOf('PUT', asked).kind, 'other_method', asked)
    }
    assert.ok(table.length > 100)
  })

  test('refuses a table that answers the same twice', () => {
    assert.throws(() => createRouting([endpoint('GET', '/keys'), endpoint('GET', '/keys')]))
  })
})
