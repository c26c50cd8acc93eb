// Fields of a schema for display: name, type, required, limits, nested fields. Pure.

import { type OpenApiDocument, resolve, type SchemaNode } from './openapi-document.ts'

/** A limit of a value, to be formatted. */
export type Limit =
  | {
      readonly kind: 'characters' | 'items' | 'value'
      readonly min: number | undefined
      readonly max: number | undefined
    }
  | { readonly kind: 'pattern' | 'default' | 'example'; readonly text: string }

export interface Field {
  readonly name: string
  /** `string`, `date-time`, `array of string`, `object`, `A or B`. */
  readonly type: string
  readonly isRequired: boolean
  readonly mayBeNull: boolean
  /** In Markdown. */
  readonly description: string
  readonly limits: readonly Limit[]
  /** Allowed values; empty where the field is not an enumeration. */
  readonly values: readonly string[]
  /** Fields of the object, or of the items of the array. */
  readonly fields: readonly Field[]
}

/** Deeper than any of our schemas; ends recursive ones. */
const depthMax = 8

/** Fields of an object schema; for other schemas one field without a name. */
export function readFields(
  document: OpenApiDocument,
  schema: SchemaNode,
  depth = 0,
): readonly Field[] {
  if (depth > depthMax) return []
  const { shapes } = open(document, schema)
  return shapes.flatMap((shape) =>
    Object.entries(shape.properties ?? {}).map(([name, property]) =>
      readField(document, { name, isRequired: shape.required?.includes(name) ?? false }, property, {
        depth,
      }),
    ),
  )
}

export function readField(
  document: OpenApiDocument,
  named: { readonly name: string; readonly isRequired: boolean },
  schema: SchemaNode,
  { depth }: { readonly depth: number } = { depth: 0 },
): Field {
  const { shapes, mayBeNull } = open(document, schema)
  const [shape = {}] = shapes
  const inner = shape.items ?? shape
  return {
    ...named,
    type: [...new Set(shapes.map((one) => typeOf(document, one)))].join(' or '),
    mayBeNull,
    description: schema.description ?? shape.description ?? '',
    limits: limitsOf(shape),
    values: valuesOf(shape.items ? (open(document, shape.items).shapes[0] ?? {}) : shape),
    fields: shapes.length > 1 ? [] : readFields(document, inner, depth + 1),
  }
}

interface Opened {
  /** Possible schemas of the value; several for a choice. */
  readonly shapes: readonly SchemaNode[]
  readonly mayBeNull: boolean
}

function open(document: OpenApiDocument, schema: SchemaNode): Opened {
  const found = schema.$ref === undefined ? schema : resolve<SchemaNode>(document, schema)
  const choices = found.anyOf ?? found.oneOf
  if (choices === undefined) return { shapes: [merge(document, found)], mayBeNull: hasNull(found) }
  const opened = choices.filter((one) => one.type !== 'null').map((one) => open(document, one))
  return {
    shapes: opened.flatMap(({ shapes }) => shapes),
    mayBeNull: choices.some((one) => one.type === 'null') || opened.some((one) => one.mayBeNull),
  }
}

/** Merges the schemas of an `allOf`. */
function merge(document: OpenApiDocument, schema: SchemaNode): SchemaNode {
  if (schema.allOf === undefined) return schema
  const parts = schema.allOf.map((part) => resolve<SchemaNode>(document, part))
  return Object.assign({}, ...parts.toReversed(), schema)
}

function hasNull({ type }: SchemaNode): boolean {
  return Array.isArray(type) && type.includes('null')
}

function typeOf(document: OpenApiDocument, shape: SchemaNode): string {
  const { type, format, items } = shape
  if (type === 'array' && items !== undefined) {
    const { shapes } = open(document, items)
    return `array of ${shapes.map((one) => typeOf(document, one)).join(' or ')}`
  }
  if (format === 'binary') return 'file'
  if (format !== undefined) return format
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.filter((one) => one !== 'null').join(' or ')
  return shape.properties === undefined ? 'any' : 'object'
}

function limitsOf(shape: SchemaNode): readonly Limit[] {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, example } = shape
  const ranges = [
    { kind: 'characters', min: minLength, max: maxLength },
    { kind: 'items', min: minItems, max: maxItems },
    { kind: 'value', min: minimum, max: maximum },
  ] as const
  const texts = [
    { kind: 'pattern', text: pattern },
    { kind: 'default', text: asText(shape.default) },
    { kind: 'example', text: asText(example) },
  ] as const
  return [
    ...ranges.filter(({ min, max }) => min !== undefined || max !== undefined),
    ...texts.flatMap(({ kind, text }) => (text === undefined ? [] : [{ kind, text }])),
  ]
}

function valuesOf(shape: SchemaNode): readonly string[] {
  const values = shape.const === undefined ? (shape.enum ?? []) : [shape.const]
  return values.map((value) => String(value))
}

function asText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
