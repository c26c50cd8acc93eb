// Several values of a filter, such as `status=declined,error`, and the filters with one value each that they stand for.
// Pure.

import { z } from 'zod'
import { refuseFaults } from '../../kernel/app-error.ts'
import type { VerificationFilters } from './verification-filters.ts'

/** Each takes a query of its own, so more are refused. */
const alternativesMax = 48

/** One or more of the values, with commas between them. */
export function severalOf<const Value extends string>(name: string, values: readonly Value[]) {
  const known: readonly string[] = values
  return z
    .string({ error: `${name} must be a text.` })
    .refine(
      (text) => text.split(',').every((one) => known.includes(one)),
      `${name} must be one of ${values.join(', ')}, or several of them with commas between them.`,
    )
    .transform((text) => {
      const given = text.split(',')
      return values.filter((value) => given.includes(value))
    })
    .optional()
}

type Several = {
  readonly [Name in 'status' | 'country' | 'idType' | 'band' | 'reason' | 'reviewState']:
    | readonly NonNullable<VerificationFilters[Name]>[]
    | undefined
}

/** @throws AppError `invalid_request` when there are too many combinations */
export function withSeveral(rest: VerificationFilters, several: Several): VerificationFilters {
  let combined: readonly VerificationFilters[] = [rest]
  let alike: VerificationFilters = rest
  for (const [name, values] of Object.entries(several)) {
    if (values === undefined || values.length === 0) continue
    combined = combined.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    if (combined.length > alternativesMax) throw refuseTooMany()
    if (values.length === 1) alike = { ...alike, [name]: values[0] }
  }
  return combined.length === 1 ? alike : { ...alike, alternatives: combined }
}

function refuseTooMany() {
  const message = `The filter stands for more than ${alternativesMax} combinations. Choose fewer values.`
  return refuseFaults([{ param: 'status', code: 'too_many', message }])
}
