// What an endpoint says of itself to whoever reads the interface document: it stands beside the endpoint
// and holds the very schemas that parse its requests.

import { z } from 'zod'
import type { ErrorCode } from './app-error.ts'

/** Chapters of the document, in their order. */
export const tags = [
  'Verifications',
  'Scores',
  'Webhooks',
  'Usage',
  'API keys',
  'Interface',
] as const
export type Tag = (typeof tags)[number]

/** By a short name in camelCase. All are held against the schema by a test. */
export type Examples = Readonly<Record<string, unknown>>

export interface EndpointDescription {
  /** What generated clients call it. */
  readonly operationId: string
  readonly tag: Tag
  /** A few words without a full stop. */
  readonly summary: string
  /** Whole sentences, in Markdown. */
  readonly description: string
  /** What each parameter of the path is. */
  readonly path?: Readonly<Record<string, FieldNote>>
  /** The schema that parses the query, besides paging. */
  readonly query?: z.ZodObject
  /** Takes `limit` and `cursor`. */
  readonly isPaged?: true
  readonly request?: RequestDescription
  readonly answers: readonly AnswerDescription[]
  /** Refusals of its own, besides those that the shell gives for its kind of request. */
  readonly codes?: readonly ErrorCode[]
}

export type RequestDescription =
  | {
      readonly kind: 'json'
      /** With an `id`, which names it in the document. */
      readonly schema: z.ZodObject
      /** No body at all will do. */
      readonly mayBeEmpty?: true
      readonly examples: Examples
    }
  | {
      readonly kind: 'multipart'
      /** The text fields, without an `id`: the files stand among them in the document. */
      readonly schema: z.ZodObject
      readonly files: readonly FileDescription[]
      readonly examples: Examples
    }

export interface FileDescription {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
}

export interface AnswerDescription {
  readonly status: 200 | 201 | 202
  readonly description: string
  /** Of what stands under `data`, with an `id`. An endpoint for everybody has it without the envelope. */
  readonly schema: z.ZodType
  readonly examples: Examples
}

/** What a field means, with an example; further keywords of JSON Schema go in `override`. */
export type FieldNote =
  | string
  | {
      readonly description: string
      readonly example?: unknown
      readonly override?: Readonly<Record<string, unknown>>
    }

/** Of a request that needs no field: it may have a body, and nothing of it is looked at. */
export const noFieldsSchema = z.object({}).meta({ id: 'NoFields' })

/** The same object, each of its fields with a note. A field without one is a compile error. */
export function describeFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  notes: { readonly [Name in keyof Shape]: FieldNote },
): z.ZodObject<Shape> {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const note = notes[name]
    if (note === undefined || !('meta' in field)) return [name, field]
    return [name, (field as z.ZodType).meta(metaOf(note))]
  })
  return schema.extend(Object.fromEntries(fields))
}

/** As zod keeps it. */
export function metaOf(note: FieldNote) {
  return typeof note === 'string' ? { description: note } : { ...note }
}
