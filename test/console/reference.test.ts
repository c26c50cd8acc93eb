import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseInlines, parseMarkdown } from '../../console/frame/markdown/markdown.ts'
import type { OpenApiDocument } from '../../console/pages/developer/reference/openapi-document.ts'
import { type Field, readField } from '../../console/pages/developer/reference/read-fields.ts'
import {
  type Operation,
  readGroups,
  readOperation,
} from '../../console/pages/developer/reference/read-reference.ts'
import { searchGroups } from '../../console/pages/developer/reference/search-operations.ts'
import { faultOfInput, putTogether } from '../../console/pages/developer/try/put-together.ts'
import { faultOfKey } from '../../console/pages/developer/try/sandbox-key.ts'
import { openApiDocument } from '../../server/api/openapi/openapi-document.ts'
import { routesOnPaper } from '../../server/routes.ts'

/** As the page gets it. */
const document: OpenApiDocument = JSON.parse(JSON.stringify(openApiDocument(routesOnPaper())))
const groups = readGroups(document)
const heads = groups.flatMap(({ operations }) => operations)

function operation(id: string): Operation {
  const head = heads.find((one) => one.id === id)
  assert.ok(head, id)
  return readOperation(document, head)
}

const field = (schema: object) => readField(document, { name: 'it', isRequired: true }, schema)

describe('the reference', () => {
  test('has every operation and event of the document, each once', () => {
    const inDocument = [document.paths, document.webhooks].flatMap((paths) =>
      Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      ),
    )
    assert.ok(inDocument.length > 20)
    assert.deepEqual(heads.map(({ id }) => id).toSorted(), inDocument.toSorted())
  })

  test('reads every operation to its last field, each with a name and a type', () => {
    const seen: Field[] = []
    const look = (fields: readonly Field[]) => {
      for (const one of fields) {
        seen.push(one)
        look(one.fields)
      }
    }
    for (const { id } of heads) {
      const { body, answers, parameters } = operation(id)
      look(body?.fields ?? [])
      look(parameters.map((one) => one.field))
      for (const answer of answers) look(answer.fields)
    }
    assert.ok(seen.length > 300, String(seen.length))
    assert.deepEqual(
      seen.filter(({ name, type }) => name === '' || /undefined|^$/.test(type)),
      [],
    )
  })

  test('says what a submission needs and takes', () => {
    const { scopes, needsKey, description, body, parameters, answers } = operation('verifySandbox')
    assert.deepEqual([scopes, needsKey], [['kyc.verify'], true])
    assert.doesNotMatch(description, /Needs the scope/)
    assert.deepEqual(
      parameters.map(({ place, field: { name } }) => [place, name]),
      [['header', 'Idempotency-Key']],
    )
    const name = body?.fields.find((one) => one.name === 'first_name')
    assert.deepEqual(
      [name?.type, name?.isRequired, name?.limits[0]],
      ['string', true, { kind: 'characters', min: 1, max: 100 }],
    )
    assert.equal(answers[0]?.status, '200')
    assert.ok(answers[0]?.fields[0]?.fields.some((one) => one.name === 'status'))
    assert.equal(operation('getInterface').needsKey, false)
  })

  test('knows files of a form, and fields that may be null', () => {
    const files = operation('verify').body?.fields.filter(({ type }) => type === 'file')
    assert.deepEqual(
      files?.map(({ name, isRequired }) => [name, isRequired]),
      [
        ['front_image', true],
        ['back_image', false],
        ['selfie_image', true],
      ],
    )
    const answer = operation('getVerification').answers[0]?.fields[0]?.fields
    const score = answer?.find(({ name }) => name === 'score')
    assert.deepEqual([score?.type, score?.mayBeNull], ['object', true])
    assert.ok(score?.fields.some(({ name }) => name === 'confidence'))
  })
})

describe('a field', () => {
  const cases: readonly (readonly [what: string, schema: object, type: string])[] = [
    ['a format', { type: 'string', format: 'date' }, 'date'],
    ['a list', { type: 'array', items: { type: 'string' } }, 'array of string'],
    ['a choice', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string or integer'],
    ['a choice with null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string'],
    ['two types', { type: ['string', 'null'] }, 'string'],
    ['a reference', { $ref: '#/components/schemas/Score' }, 'object'],
    ['anything', {}, 'any'],
  ]
  for (const [what, schema, type] of cases) {
    test(`of ${what} is called ${type}`, () => assert.equal(field(schema).type, type))
  }

  test('takes its limits and values from the schema', () => {
    const { limits, values } = field({ type: 'integer', minimum: 1, maximum: 100, default: 20 })
    assert.deepEqual(limits, [
      { kind: 'value', min: 1, max: 100 },
      { kind: 'default', text: '20' },
    ])
    assert.deepEqual(values, [])
    assert.deepEqual(field({ type: 'array', items: { enum: ['a', 'b'] } }).values, ['a', 'b'])
  })

  test('that holds itself comes to an end', () => {
    const schemas = { Loop: { type: 'object', properties: { in: { $ref: '#/c/schemas/Loop' } } } }
    const looped = { ...document, components: { schemas } }
    const read = readField(looped, { name: 'it', isRequired: true }, { $ref: '#/c/schemas/Loop' })
    assert.equal(read.fields[0]?.name, 'in')
  })
})

describe('the search', () => {
  const cases: readonly (readonly [text: string, id: string])[] = [
    ['sandbox_outcome post', 'verifySandbox'],
    ['KYC.READ', 'getVerification'],
    ['grace_seconds', 'rotateApiKey'],
    ['webhook.test', 'onWebhookTest'],
    ['/usage/summary', 'summarizeUsage'],
  ]
  for (const [text, id] of cases) {
    test(`finds ${id} by ${text}`, () => {
      const found = searchGroups(groups, text).flatMap(({ operations }) => operations)
      assert.ok(found.some((one) => one.id === id))
      assert.ok(found.length < heads.length)
    })
  }

  test('finds nothing where one word is nowhere, and all without words', () => {
    assert.deepEqual(searchGroups(groups, 'usage nowhere-at-all'), [])
    assert.equal(searchGroups(groups, '  '), groups)
  })
})

describe('Markdown', () => {
  test('is read as paragraphs, lists, code, bold and links', () => {
    assert.deepEqual(parseMarkdown('A `b` **c**\nd.\n\n- [e](https://f.example)\n- g'), [
      {
        kind: 'paragraph',
        inlines: [
          { kind: 'text', text: 'A ' },
          { kind: 'code', text: 'b' },
          { kind: 'text', text: ' ' },
          { kind: 'bold', text: 'c' },
          { kind: 'text', text: ' d.' },
        ],
      },
      {
        kind: 'list',
        items: [
          [{ kind: 'link', text: 'e', href: 'https://f.example' }],
          [{ kind: 'text', text: 'g' }],
        ],
      },
    ])
  })

  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'http://plain.example', '//x']) {
    test(`makes no link to ${href}`, () => {
      const whole = `[label](${href})`
      const kinds = parseInlines(whole).map(({ kind }) => kind)
      assert.ok(!kinds.includes('link'))
    })
  }
})

describe('a try', () => {
  const key = `svc_sandbox_${'a'.repeat(49)}`
  const input = { key, parameters: {}, body: '{}', files: {} }

  for (const [text, fault] of [
    ['', 'missing'],
    [` ${key} `, undefined],
    [`svc_live_${'a'.repeat(49)}`, 'live'],
    [' SVC_LIVE_x', 'live'],
    ['svc_sandbox_short', 'unknown'],
    ['whsec_x', 'unknown'],
  ] as const) {
    test(`takes the key ${JSON.stringify(text)}: ${fault ?? 'yes'}`, () =>
      assert.equal(faultOfKey(text), fault))
  }

  test('puts what was typed where the document wants it, and leaves out what is empty', () => {
    const parameters = { id: 'wh_1/../keys', status: 'failed', cursor: ' ' }
    const { address, headers, body } = putTogether(operation('listDeliveries'), {
      ...input,
      parameters,
    })
    assert.equal(address, '/v1/webhooks/wh_1%2F..%2Fkeys/deliveries?status=failed')
    assert.deepEqual([headers, body], [{ Authorization: `Bearer ${key}` }, undefined])
  })

  test('sends the fields of a form with the files that were chosen', () => {
    const file = new File(['x'], 'front.jpg')
    const body = '{"country":"SN","front_image":"(bytes)"}'
    const request = putTogether(operation('verify'), {
      ...input,
      body,
      files: { front_image: file },
    })
    assert.ok(request.body instanceof FormData)
    assert.deepEqual([...request.body.keys()], ['country', 'front_image'])
    assert.equal(request.headers['Content-Type'], undefined)
  })

  test('is held back where a parameter is missing or the body is no JSON', () => {
    assert.deepEqual(faultOfInput(operation('getWebhook'), input), { kind: 'missing', name: 'id' })
    const body = '{"country": }'
    assert.deepEqual(faultOfInput(operation('verifySandbox'), { ...input, body }), { kind: 'json' })
    assert.equal(faultOfInput(operation('verifySandbox'), input), undefined)
  })
})
