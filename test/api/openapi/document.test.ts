import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { newKeySchema } from '../../../server/api/keys/key-api.ts'
import { newWebhookSchema, webhookChangeSchema } from '../../../server/api/webhooks/webhook-api.ts'
import { errorCodes } from '../../../server/kernel/app-error.ts'
import { routesOnPaper } from '../../../server/routes.ts'
import {
  documentAsNode,
  lookUp,
  nodesOf,
  validateDescribed,
} from '../../support/interface-check.ts'
import { illustratedIn, operationsOf, refsIn } from './operations.ts'

describe('the interface document', () => {
  const document = documentAsNode()
  const operations = operationsOf(document)

  test('is OpenAPI 3.1, by a validator that is not ours', async () => {
    const { valid, errors } = await new Validator().validate(documentAsNode())
    assert.ok(valid, JSON.stringify(errors))
  })

  test('describes every endpoint of the table but those that are no client’s, and nothing else', () => {
    const table = routesOnPaper()
      .filter(({ audience }) => audience === 'client' || audience === 'public')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    assert.deepEqual(operations.map(({ name }) => name).toSorted(), table.toSorted())
  })

  test('every POST of a client says on its row that it is idempotent, and nothing else does', () => {
    for (const route of routesOnPaper()) {
      if (route.audience !== 'client') continue
      assert.equal(route.isIdempotent ?? false, route.method === 'POST', route.path)
    }
  })

  test('has a pattern for what an Idempotency-Key may be, and for the ids that lists are filtered by', () => {
    const found = lookUp(document, ['components', 'parameters', 'IdempotencyKey', 'schema'])
    const keys = new RegExp(String(found?.node.pattern), 'u')
    const texts = ['!', '~', 'a'.repeat(255), 'a'.repeat(256), '', 'a b', 'é', 'a\n']
    assert.deepEqual(
      texts.map((text) => keys.test(text)),
      [true, true, true, false, false, false, false, false],
    )
    const filters = operations
      .flatMap(({ node }) => Object.values(nodesOf(node.parameters)))
      .filter((parameter) => parameter.in === 'query' && /_id$/.test(String(parameter.name)))
    const prefixes = { api_key_id: 'key', verification_id: 'ver', webhook_id: 'wh' }
    assert.deepEqual(new Set(filters.map(({ name }) => name)), new Set(Object.keys(prefixes)))
    for (const { name, schema } of filters) {
      const prefix = prefixes[name as keyof typeof prefixes]
      const { pattern } = schema as { readonly pattern?: string }
      assert.equal(pattern, `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`, String(name))
    }
  })

  test('bounds each list that a client may send', () => {
    assert.equal(listsSent().length, 4)
    for (const { bound } of listsSent()) assert.ok(Number(bound) <= 100)
  })

  test('bounds lists so that of a longer one no entry is read', () => {
    for (const { schema, field, bound } of listsSent()) {
      const looksAt = (length: number) => {
        const { list, looks } = watchedList(length)
        assert.equal(schema.safeParse({ [field]: list }).success, false)
        return looks()
      }
      assert.ok(looksAt(Number(bound)) > 0, field)
      assert.deepEqual([field, looksAt(Number(bound) + 1)], [field, 0])
    }
  })

  test('names the parameters of every path, and needs them', () => {
    for (const { name, node } of operations) {
      const given = nodesOf(node.parameters)
      const inPath = Object.values(given).filter((one) => one.in === 'path')
      const names = inPath.map((one) => (one.required === true ? one.name : undefined))
      assert.deepEqual(
        names,
        [...name.matchAll(/\{(\w+)\}/g)].map(([, one]) => one),
      )
    }
  })

  test('forbids no field that a later version may add', () => {
    // What is described anew where it is used can come out closed: describe the component itself.
    assert.doesNotMatch(JSON.stringify(document), /"additionalProperties":false/)
  })

  test('calls no two operations alike', () => {
    const ids = operations.map(({ node }) => node.operationId)
    assert.deepEqual(ids, [...new Set(ids)])
  })

  test('points at nothing that is not there', () => {
    const refs = new Set(refsIn(document))
    assert.ok(refs.size > 40)
    const dangling = [...refs].filter((ref) => !lookUp(document, ref.slice(2).split('/')))
    assert.deepEqual(dangling, [])
  })

  test('has every error code, each with a response of its own status', () => {
    const told = new Set(
      Object.keys(nodesOf(nodesOf(document.components).responses)).flatMap(parts),
    )
    assert.deepEqual(
      errorCodes.filter((code) => !told.has(pascal(code))),
      // Of methods that a path does not have, so of no operation.
      ['method_not_allowed'],
    )
  })

  test('says of every refusal with Retry-After to try again', () => {
    const responses = Object.entries(nodesOf(nodesOf(document.components).responses))
    const passing = responses.filter(([, { headers }]) => 'Retry-After' in nodesOf(headers))
    const texts = passing.flatMap(([, { description }]) => String(description).split('\n\n'))
    const ofTime = texts.filter((text) => !/^`(conflict|idempotency_c|verification_n)/.test(text))
    assert.ok(ofTime.length > 5)
    assert.deepEqual(
      ofTime.filter((text) => !/ again|Retry-After/.test(text)),
      [],
    )
  })

  test('has no component that nothing points at', () => {
    const refs = new Set(refsIn(document))
    const unused = Object.entries(nodesOf(document.components)).flatMap(([kind, components]) =>
      Object.keys(components).map((name) => `#/components/${kind}/${name}`),
    )
    const loose = unused.filter((ref) => !refs.has(ref) && !/securitySchemes/.test(ref))
    assert.deepEqual(loose, [])
  })

  test('has an example for every request and every answer, and all of them are valid', () => {
    const illustrated = illustratedIn(document)
    assert.ok(illustrated.length > 50)
    for (const { place, examples } of illustrated) {
      assert.ok(examples.length > 0, `${place.join(' ')} has no example`)
      for (const [name, value] of examples) {
        const faults = validateDescribed([...place, 'schema'], value)
        assert.equal(faults, undefined, `${place.join(' ')}, ${name}: ${faults}`)
      }
    }
  })

  test('would not take just any example', () => {
    const [first] = illustratedIn(document)
    assert.ok(first)
    assert.match(
      String(validateDescribed([...first.place, 'schema'], { country: 7 })),
      /country|required/,
    )
  })

  test('explains every field of every request', () => {
    for (const { name, node } of operations) {
      const content = nodesOf(nodesOf(node.requestBody).content)
      for (const { schema } of Object.values(content)) {
        const fields = nodesOf(nodesOf(follow(schema)).properties)
        const bare = Object.entries(fields).filter(([, field]) => field.description === undefined)
        assert.deepEqual([name, bare.map(([field]) => field)], [name, []])
      }
    }
  })

  function follow(schema: unknown): unknown {
    const { $ref } = nodesOf({ schema }).schema ?? {}
    return typeof $ref === 'string' ? lookUp(document, $ref.slice(2).split('/'))?.node : schema
  }
})

const bodies = {
  NewWebhook: newWebhookSchema,
  WebhookChange: webhookChangeSchema,
  NewApiKey: newKeySchema,
}

/** The lists in the bodies of requests. */
function listsSent() {
  const { schemas } = nodesOf(nodesOf(documentAsNode()).components)
  return Object.entries(bodies).flatMap(([name, schema]) =>
    Object.entries(nodesOf(nodesOf(nodesOf(schemas)[name]).properties))
      .filter(([, { type }]) => type === 'array')
      .map(([field, { maxItems: bound }]) => ({ schema, field, bound })),
  )
}

/** A list of wrong entries that counts how often its first one is read. */
function watchedList(length: number) {
  let looks = 0
  const list = Array<string>(length).fill('wrong')
  const get = () => {
    looks += 1
    return 'wrong'
  }
  Object.defineProperty(list, 0, { enumerable: true, get })
  return { list, looks: () => looks }
}

function parts(responseName: string): readonly string[] {
  return responseName.split(/Or(?=[A-Z])/)
}

function pascal(code: string): string {
  return code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
