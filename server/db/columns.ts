// How values that SQLite has no type for are kept: flags as 0 and 1, lists and records as JSON text.

import type { z } from 'zod'

/** A true-or-false column. */
export type Flag = 0 | 1

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

/** Reads a JSON column through its schema; what does not fit is a bug or damage, so it throws. */
export function fromJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return schema.parse(JSON.parse(text))
}

/** null in a row is undefined in code. */
export function orUndefined<Value>(value: Value | null): Value | undefined {
  return value === null ? undefined : value
}

export function orNull<Value>(value: Value | undefined): Value | null {
  return value === undefined ? null : value
}
