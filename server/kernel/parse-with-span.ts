// Parses requests in which two fields are the ends of a span of time: the filters of every list, and of exports.

import type { z } from 'zod'
import { type Fault, refuseFaults } from './app-error.ts'
import { parseInstant } from './instant.ts'
import { parseOrFault } from './parse-or-refuse.ts'

type Ends = readonly [fromName: string, toName: string]

/**
 * An empty span is valid.
 * @throws AppError `invalid_request` with every fault; that the span ends before it begins is the last of them
 */
export function parseWithSpan<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  ends: Ends,
): z.output<Schema> {
  const parsed = parseOrFault(schema, value)
  const reversed = faultsOfSpan(value, ends)
  if (parsed.kind === 'valid' && reversed.length === 0) return parsed.data
  throw refuseFaults([...(parsed.kind === 'faulty' ? parsed.faults : []), ...reversed])
}

/** Reads both ends as they were sent, because a fault of another field leaves nothing parsed. */
function faultsOfSpan(value: unknown, [fromName, toName]: Ends): readonly Fault[] {
  const from = instantIn(value, fromName)
  const to = instantIn(value, toName)
  if (from === undefined || to === undefined || from <= to) return []
  return [{ param: toName, code: 'invalid', message: `${toName} must not be before ${fromName}.` }]
}

function instantIn(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const text: unknown = Reflect.get(value, name)
  return typeof text === 'string' ? parseInstant(text) : undefined
}
