// The type of a JSON that a zod schema describes, and the parts that such schemas share.

import { z } from 'zod'
import type { IdPrefix } from './ids.ts'

/** The type of the JSON that a schema describes, readonly at every level: `type KeyJson = Wire<typeof keySchema>`. */
export type Wire<Schema extends z.ZodType> = Frozen<z.output<Schema>>

type Frozen<Type> = Type extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Type extends object
    ? { readonly [Name in keyof Type]: Frozen<Type[Name]> }
    : Type

/** An id: a prefix and an opaque part. */
export function idText(prefix: IdPrefix, description: string) {
  return z
    .string()
    .meta({ description, pattern: `^${prefix}_`, example: `${prefix}_${exampleRest}` })
}

/** The opaque part of ids in examples. */
const exampleRest = '01kb5h3m9q7r2s4t6v8w0x1y2z'

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
