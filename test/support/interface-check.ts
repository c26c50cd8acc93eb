// Checks every response in a test against the OpenAPI document: status, headers and body must be described
// for the method and path, down to each field.

import assert from 'node:assert/strict'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '../../server/api/openapi/openapi-document.ts'
import { routesOnPaper } from '../../server/routes.ts'

interface SeenAnswer {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}

/** Any part of the document. */
export type Node = Readonly<Record<string, unknown>>

/** Returns the children of a part; an empty object for a value without children. */
export function nodesOf(value: unknown): Readonly<Record<string, Node>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Checks answers of the API only. @throws AssertionError with the difference */
export function assertDescribed(answer: SeenAnswer): void {
  const path = pathBelowPrefix(answer.url)
  if (path === undefined || answer.method === 'OPTIONS') return
  theChecker ??= createChecker()
  theChecker.check(answer, path)
}

/** Created with the first answer, since the document is the same for all tests. */
let theChecker: ReturnType<typeof createChecker> | undefined

function createChecker() {
  const document = documentAsNode()
  const routes = Object.keys(nodeAt(document, ['paths'])).map(toRoute)
  return {
    check(answer: SeenAnswer, path: string): void {
      const { method, status } = answer
      if (status === 405) {
        assertOtherMethod(document, answer, path)
        return
      }
      const template = mostSpecific(routes.filter(({ pattern }) => pattern.test(path)))
      const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
      const operation = ['paths', template ?? '', verb]
      const name = `${method} ${template ?? path} -> ${status}`
      const found = lookUp(
        document,
        lookUp(document, operation)
          ? [...operation, 'responses', String(status)]
          : placeOfUnknown(template, status),
      )
      assert.ok(found, `${name} is not in the interface document: ${answer.text}`)
      const { node, place: at } = resolve(document, found)
      assertHeaders(document, node, answer, name)
      if (method === 'HEAD' || status === 304) return
      const pointer = [...at, 'content', 'application/json', 'schema']
      const faults = validateDescribed(pointer, JSON.parse(answer.text))
      assert.equal(faults, undefined, `${name} is not as described: ${faults}\n${answer.text}`)
    },
  }
}

/** 405 belongs to no operation: it is the answer to methods that a path does not have. */
function assertOtherMethod(document: Node, { method, header, text }: SeenAnswer, path: string) {
  const allow = (header('Allow') ?? '').split(', ')
  assert.ok(!allow.includes(method), `405 for ${method}, which is allowed`)
  const known = Object.entries(nodesOf(document.paths)).filter(([template]) =>
    toRoute(template).pattern.test(path),
  )
  for (const [, methods] of known)
    assert.ok(!(method.toLowerCase() in methods), `${method} ${path}`)
  if (method !== 'HEAD') assert.equal(JSON.parse(text).error.code, 'method_not_allowed')
}

function pathBelowPrefix(url: string): string | undefined {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/)
  return /^\/(?:api\/)?v1(\/.*)?$/.exec(path)?.[1]
}

/** A copy for whoever wants to change it. */
export function documentAsNode(): Node {
  theDocument ??= JSON.stringify(openApiDocument(routesOnPaper()))
  return JSON.parse(theDocument)
}

let theDocument: string | undefined

interface Found {
  readonly node: Node
  readonly place: readonly string[]
}

export function lookUp(document: Node, place: readonly string[]): Found | undefined {
  let node: unknown = document
  for (const name of place) {
    if (typeof node !== 'object' || node === null) return undefined
    node = Object.entries(node).find(([key]) => key === name)?.[1]
  }
  return typeof node === 'object' && node !== null ? { node: { ...node }, place } : undefined
}

function nodeAt(document: Node, place: readonly string[]): Node {
  const found = lookUp(document, place)
  assert.ok(found, `the document has ${place.join('/')}`)
  return found.node
}

/** Follows a `$ref`, where there is one. */
function resolve(document: Node, found: Found): Found {
  const { $ref } = found.node
  if (typeof $ref !== 'string') return found
  const place = $ref.slice('#/'.length).split('/')
  return { node: nodeAt(document, place), place }
}

/** Place of the common refusals, for unknown paths and methods. */
function placeOfUnknown(template: string | undefined, status: number): readonly string[] {
  const names: Readonly<Record<number, string>> = {
    400: 'InvalidRequest',
    404: 'NotFound',
    406: 'NotAcceptable',
    429: 'RateLimited',
    500: 'InternalError',
    503: 'Unavailable',
  }
  const mayBe = template === undefined || status !== 404
  return ['components', 'responses', (mayBe && names[status]) || '']
}

function toRoute(template: string) {
  const source = template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')
  return { template, pattern: new RegExp(`^${source}$`) }
}

function mostSpecific(routes: readonly { readonly template: string }[]): string | undefined {
  const parameters = (template: string) => template.split('{').length
  return routes
    .map(({ template }) => template)
    .toSorted((one, other) => parameters(one) - parameters(other))[0]
}

function assertHeaders(document: Node, response: Node, answer: SeenAnswer, name: string): void {
  for (const header of Object.keys(nodeAt(document, ['components', 'headers']))) {
    if (answer.header(header) === undefined) continue
    const isListed = lookUp(response, ['headers', header]) !== undefined
    assert.ok(isListed, `${name} has the header ${header}, which is not in the interface document`)
  }
  for (const header of Object.keys(nodeAt(response, ['headers']))) {
    const found = lookUp(response, ['headers', header])
    assert.ok(found)
    const { required, schema } = resolve(document, found).node
    const value = answer.header(header)
    if (value === undefined) {
      assert.notEqual(required, true, `${name} lacks the header ${header}`)
      continue
    }
    const { type, const: only, pattern } = { ...(schema as Node) }
    if (type === 'integer') assert.match(value, /^\d+$/, `${name}: ${header}`)
    if (typeof only === 'string') assert.equal(value, only, `${name}: ${header}`)
    if (typeof pattern === 'string') assert.match(value, new RegExp(pattern), `${name}: ${header}`)
  }
}

/**
 * Says what is wrong with a value, by the schema at a place of the document; undefined if nothing is. Compiles each
 * schema once for all tests.
 */
export function validateDescribed(place: readonly string[], value: unknown): string | undefined {
  theValidator ??= createValidator(closed(documentAsNode()))
  return theValidator(place, value)
}

let theValidator: ReturnType<typeof createValidator> | undefined

function createValidator(document: Node) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    // Optimizing the code of a schema takes as long as all the rest of compiling it, and saves less.
    code: { optimize: false },
  })
  addFormats.default(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema(document, 'interface')
  const compiled = new Map<string, ValidateFunction>()
  return (place: readonly string[], value: unknown): string | undefined => {
    const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate =
      compiled.get(pointer) ?? ajv.compile({ $ref: `interface#/${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

/**
 * Forbids unknown fields, and codes that a description does not list. Clients must accept them, but tests must not, or
 * the document would fall behind.
 */
function closed(node: unknown): Node {
  const document = close(node) as Node & {
    components: { schemas: Record<string, { properties: Record<string, Node> }> }
  }
  for (const [schema, field] of codesInProse) {
    const properties = document.components.schemas[schema]?.properties
    const given = properties?.[field]
    assert.ok(properties && given, `${schema} has ${field}`)
    const listed = String(given.description).matchAll(/`(\w+)`/g)
    properties[field] = { ...given, enum: [...listed].map(([, code]) => code) }
  }
  return document
}

const codesInProse = [
  ['Fault', 'code'],
  ['Check', 'reason'],
  ['Reason', 'code'],
] as const

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(Object.entries(node).map(([name, one]) => [name, close(one)]))
  const isObject = inner.type === 'object' && typeof inner.properties === 'object'
  return isObject && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner
}
