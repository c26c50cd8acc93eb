// Converts values that SQLite has no type for: booleans to 0 and 1, lists and objects to JSON text.

import type { z } from 'zod'

/** A boolean column. */
export type Flag = 0 | 1

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

/** Parses a JSON column with its schema. @throws ZodError or SyntaxError for a value that does not fit */
export function fromJson<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return schema.parse(JSON.parse(text))
}

/** Rows use null, code uses undefined. */
export function orUndefined<Value>(value: Value | null): Value | undefined {
  return value === null ? undefined : value
}

export function orNull<Value>(value: Value | undefined): Value | null {
  return value === undefined ? null : value
}
