// Ties the schema of an answer to its hand-written type at compile time, and defines the parts that such schemas
// share.

import { z } from 'zod'
import type { IdPrefix } from './ids.ts'

/** Makes a type readonly at every level, so that two types can be compared field by field. */
type Plain<Type> = Type extends readonly (infer Item)[]
  ? readonly Plain<Item>[]
  : Type extends object
    ? { readonly [Name in keyof Type]: Plain<Type[Name]> }
    : Type

type Same<One, Other> =
  (<Type>() => Type extends Plain<One> ? 1 : 2) extends <Type>() => Type extends Plain<Other>
    ? 1
    : 2
    ? unknown
    : 'the schema and the type of the answer differ'

/**
 * Returns the schema; it compiles only if the schema and the type have the same fields of the same types.
 * `wireSchema<KeyJson>()(z.object({ ... }))`
 */
export function wireSchema<Json>() {
  return <Schema extends z.ZodType>(schema: Schema & Same<Json, z.output<Schema>>): Schema => schema
}

/** An id: a prefix and an opaque part. */
export function idText(prefix: IdPrefix, description: string) {
  return z
    .string()
    .meta({ description, pattern: `^${prefix}_`, example: `${prefix}_${exampleRest}` })
}

/** The opaque part of ids in examples. */
export const exampleRest = '01kb5h3m9q7r2s4t6v8w0x1y2z'

/** ISO 8601 in UTC with milliseconds and `Z` (rulings 1.5). */
export function instantText(description: string) {
  return z.string().meta({ description, format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
}

/** A page of a list, newest first (rulings 1.2 and 1.3). */
export function pageOf<Item extends z.ZodType>(item: Item, id: string) {
  return z
    .object({
      items: z.array(item).describe('Newest first.'),
      next_cursor: z
        .string()
        .nullable()
        .describe('Send it as `cursor` to get the next page; null on the last one.'),
    })
    .meta({ id })
}
