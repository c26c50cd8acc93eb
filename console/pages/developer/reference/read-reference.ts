// The OpenAPI document as this page shows it: groups of operations for the list, and the details of
// one operation. Pure.

import type {
  MediaNode,
  OpenApiDocument,
  OperationNode,
  ParameterNode,
  ResponseNode,
} from './openapi-document.ts'
import { resolve } from './openapi-document.ts'
import { type Field, readField, readFields } from './read-fields.ts'

/** An operation as shown in the list. */
export interface OperationHead {
  readonly id: string
  /** HTTP method in upper case. */
  readonly method: string
  /** Path without the version; for an event, its name. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  /** `call`: made by clients. `event`: sent to clients by the appliance. */
  readonly kind: 'call' | 'event'
  readonly node: OperationNode
}

export interface OperationGroup {
  readonly name: string
  readonly description: string
  readonly operations: readonly OperationHead[]
}

/** In the order of the document's tags; events come last. */
export function readGroups(document: OpenApiDocument): readonly OperationGroup[] {
  const heads = [...headsOf(document.paths, 'call'), ...headsOf(document.webhooks, 'event')]
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: heads.filter(({ tag }) => tag === name),
  }))
}

/**
 * Removed from descriptions: this page shows the scope from `x-required-scope`, in its own
 * language.
 */
const needSentence = / Needs (?:the scope `[^`]+`|no API key)\.$/

export interface Parameter {
  readonly place: 'path' | 'query' | 'header'
  readonly field: Field
  /** Empty where the document has none. */
  readonly example: string
}

export interface Example {
  readonly name: string
  readonly value: unknown
}

interface RequestBody {
  readonly kind: 'json' | 'form'
  readonly isRequired: boolean
  readonly fields: readonly Field[]
  readonly examples: readonly Example[]
}

export interface ReferenceAnswer {
  readonly status: string
  readonly description: string
  readonly headers: readonly { readonly name: string; readonly description: string }[]
  readonly fields: readonly Field[]
  readonly examples: readonly Example[]
}

export interface Operation extends OperationHead {
  readonly description: string
  readonly needsKey: boolean
  readonly scopes: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: RequestBody | undefined
  /** Successful responses first, as in the document. */
  readonly answers: readonly ReferenceAnswer[]
}

export function readOperation(document: OpenApiDocument, head: OperationHead): Operation {
  const { node } = head
  const parameters = node.parameters ?? []
  return {
    ...head,
    description: node.description.replace(needSentence, ''),
    needsKey: node.security.length > 0,
    scopes: scopesOf(node),
    parameters: parameters.map((one) =>
      readParameter(document, resolve<ParameterNode>(document, one)),
    ),
    body: readBody(document, node),
    answers: Object.entries(node.responses).map(([status, one]) =>
      readAnswer(document, status, resolve<ResponseNode>(document, one)),
    ),
  }
}

/** Scopes that the key needs; empty where no key is required. */
export function scopesOf(node: OperationNode): readonly string[] {
  const scope = node['x-required-scope']
  return scope === undefined ? [] : [scope]
}

function headsOf(
  paths: OpenApiDocument['paths'],
  kind: OperationHead['kind'],
): readonly OperationHead[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, node]) => ({
      id: node.operationId,
      method: method.toUpperCase(),
      path,
      summary: node.summary,
      tag: node.tags[0] ?? '',
      kind,
      node,
    })),
  )
}

function readParameter(document: OpenApiDocument, node: ParameterNode): Parameter {
  const named = { name: node.name, isRequired: node.required ?? false }
  const schema = { ...node.schema, description: node.description ?? node.schema.description ?? '' }
  const example = node.example ?? node.schema.example
  return {
    place: node.in,
    field: readField(document, named, schema),
    example: example === undefined ? '' : String(example),
  }
}

function readBody(document: OpenApiDocument, node: OperationNode): RequestBody | undefined {
  const [content] = Object.entries(node.requestBody?.content ?? {})
  if (content === undefined) return undefined
  const [type, media] = content
  return {
    kind: type === 'multipart/form-data' ? 'form' : 'json',
    isRequired: node.requestBody?.required ?? false,
    fields: readFields(document, media.schema),
    examples: examplesOf(media),
  }
}

function readAnswer(
  document: OpenApiDocument,
  status: string,
  node: ResponseNode,
): ReferenceAnswer {
  const media = node.content?.['application/json']
  const headers = Object.entries(node.headers ?? {}).map(([name, header]) => ({
    name,
    description: resolve<{ readonly description?: string }>(document, header).description ?? '',
  }))
  return {
    status,
    description: node.description,
    headers,
    fields: media === undefined ? [] : readFields(document, media.schema),
    examples: media === undefined ? [] : examplesOf(media),
  }
}

function examplesOf({ examples = {} }: MediaNode): readonly Example[] {
  return Object.entries(examples).map(([name, { value }]) => ({ name, value }))
}
