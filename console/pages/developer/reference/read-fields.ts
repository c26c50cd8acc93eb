// The fields of a schema as a reader wants to see them: name, kind, whether it is needed, its limits, and the
// fields within it. Pure.

import { type InterfaceDocument, resolve, type SchemaNode } from './interface-document.ts'

/** A limit of a value, to be put into words. */
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
  /** The only values that there are; empty where there are others. */
  readonly values: readonly string[]
  /** Of an object, or of the items of an array. */
  readonly fields: readonly Field[]
}

/** Deeper than this nothing of ours goes; a schema that holds itself would. */
const depthMax = 8

/** Of an object; of what is none, a single field without a name. */
export function readFields(
  document: InterfaceDocument,
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
  document: InterfaceDocument,
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
  /** What the value may be; more than one where the schema leaves a choice. */
  readonly shapes: readonly SchemaNode[]
  readonly mayBeNull: boolean
}

function open(document: InterfaceDocument, schema: SchemaNode): Opened {
  const found = schema.$ref === undefined ? schema : resolve<SchemaNode>(document, schema)
  const choices = found.anyOf ?? found.oneOf
  if (choices === undefined) return { shapes: [merge(document, found)], mayBeNull: hasNull(found) }
  const opened = choices.filter((one) => one.type !== 'null').map((one) => open(document, one))
  return {
    shapes: opened.flatMap(({ shapes }) => shapes),
    mayBeNull: choices.some((one) => one.type === 'null') || opened.some((one) => one.mayBeNull),
  }
}

/** What several schemas say of one value together. */
function merge(document: InterfaceDocument, schema: SchemaNode): SchemaNode {
  if (schema.allOf === undefined) return schema
  const parts = schema.allOf.map((part) => resolve<SchemaNode>(document, part))
  return Object.assign({}, ...parts.toReversed(), schema)
}

function hasNull({ type }: SchemaNode): boolean {
  return Array.isArray(type) && type.includes('null')
}

function typeOf(document: InterfaceDocument, shape: SchemaNode): string {
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
