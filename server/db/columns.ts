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

/** Parsed values that are kept for one column; when they are this many, all are dropped. */
const valuesCachedMax = 500
/** Longer texts are parsed each time. */
const cachedTextCharactersMax = 500

/**
 * Like `fromJson`, for a column with few distinct values: parses each text once. Equal texts give the same frozen
 * value.
 */
export function jsonColumn<Schema extends z.ZodType>(
  schema: Schema,
): (text: string) => z.output<Schema> {
  const cached = new Map<string, z.output<Schema>>()
  return (text) => {
    const known = cached.get(text)
    if (known !== undefined) return known
    const value = frozen(fromJson(schema, text))
    if (text.length > cachedTextCharactersMax) return value
    if (cached.size >= valuesCachedMax) cached.clear()
    cached.set(text, value)
    return value
  }
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

/** Rows use null, code uses undefined. */
export function orUndefined<Value>(value: Value | null): Value | undefined {
  return value === null ? undefined : value
}

export function orNull<Value>(value: Value | undefined): Value | null {
  return value === undefined ? null : value
}
