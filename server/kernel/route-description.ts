// The description of a route for the OpenAPI document. It is written beside the route and holds the same schemas
// that parse its requests.

import { z } from 'zod'
import type { ErrorCode } from './app-error.ts'

/** Tags of the document, in order. */
export type Tag = 'Verifications' | 'Scores' | 'Webhooks' | 'Usage' | 'API keys' | 'Interface'

/** Examples by a short name in camelCase. A test validates all of them against the schema. */
export type Examples = Readonly<Record<string, unknown>>

export interface RouteDescription {
  /** Method name in generated clients. */
  readonly operationId: string
  readonly tag: Tag
  /** A few words without a full stop. */
  readonly summary: string
  /** Whole sentences, in Markdown. */
  readonly description: string
  /** Notes on the path parameters. */
  readonly path?: Readonly<Record<string, FieldNote>>
  /** Schema of the query, without the paging parameters. */
  readonly query?: z.ZodObject
  /** Takes `limit` and `cursor`. */
  readonly isPaged?: true
  readonly request?: RequestDescription
  readonly answers: readonly AnswerDescription[]
  /** Error codes of this route, besides those that every route of its kind can return. */
  readonly codes?: readonly ErrorCode[]
}

export type RequestDescription =
  | {
      readonly kind: 'json'
      /** Has an `id`, its name in the document. */
      readonly schema: z.ZodObject
      /** Whether the body may be absent. */
      readonly mayBeEmpty?: true
      readonly examples: Examples
    }
  | {
      readonly kind: 'multipart'
      /** The text fields, without an `id`, because the document lists the files among them. */
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
  /** Schema of `data`, with an `id`. A public route answers it without the envelope. */
  readonly schema: z.ZodType
  readonly examples: Examples
}

/** Meaning of a field, with an example; further JSON Schema keywords go in `override`. */
type FieldNote =
  | string
  | {
      readonly description: string
      readonly example?: unknown
      readonly override?: Readonly<Record<string, unknown>>
    }

/** For requests without fields. They may have a body, which is ignored. */
export const noFieldsSchema = z.object({}).meta({ id: 'NoFields' })

/** Returns the note as zod metadata. */
export function metaOf(note: FieldNote) {
  return typeof note === 'string' ? { description: note } : { ...note }
}
