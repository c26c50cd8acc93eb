// Parses what a client sends with a zod schema, and turns zod's issues into the faults of our error responses. The
// only place that does.

import { z } from 'zod'
import { type Fault, refuseFaults } from './app-error.ts'
import { hintAtMisspelling } from './nearest-name.ts'

interface FaultRules {
  /** The param of a fault that concerns the whole value. Default: `body`. */
  readonly wholeParam?: string
  /** The code of an absent field. Default: `missing`; the console's API says `invalid`. */
  readonly absentCode?: 'missing' | 'invalid'
}

/** Faults reported of one value: hundreds of wrong entries of a list are one mistake. */
const faultsMax = 100

export type Parsed<Output> =
  | { readonly kind: 'valid'; readonly data: Output }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] }

/** @throws AppError `invalid_request` with every fault up to a hundred, in the order of the schema's fields */
export function parseOrRefuse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  rules: FaultRules = {},
): z.output<Schema> {
  const parsed = parseOrFault(schema, value, rules)
  if (parsed.kind === 'valid') return parsed.data
  throw refuseFaults(parsed.faults)
}

/**
 * Returns the parser of bodies that are named, with the type of each.
 * @throws AppError `invalid_request` with every fault; no message quotes the input
 */
export function parserOf<Shapes extends Readonly<Record<string, z.ZodType>>>(
  shapes: Shapes,
  rules: FaultRules,
) {
  return <Name extends keyof Shapes>(name: Name, given: unknown): z.output<Shapes[Name]> =>
    parseOrRefuse(shapes[name], given, rules)
}

/** Returns the faults instead of throwing, for callers that have further faults to report with them. */
export function parseOrFault<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { wholeParam = 'body', absentCode = 'missing' }: FaultRules = {},
): Parsed<z.output<Schema>> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { kind: 'valid', data: parsed.data }
  const issues = parsed.error.issues.slice(0, faultsMax)
  const faults = issues.map(({ path, message, input, code }): Fault => {
    const isAbsent = input === undefined && code !== 'custom'
    const param = path.join('.') || wholeParam
    if (!isAbsent) return { param, code: 'invalid', message }
    return { param, code: absentCode, message: `${message}${hintOf(schema, value, param)}` }
  })
  return { kind: 'faulty', faults }
}

/**
 * Unknown fields are ignored (rulings 1.6), so a misspelled one shows only by the absence of the field it was to be.
 */
function hintOf(schema: z.ZodType, value: unknown, absent: string): string {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return ''
  return hintAtMisspelling(absent, Object.keys(value), Object.keys(schema.shape))
}
