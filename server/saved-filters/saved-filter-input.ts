// Parses the requests of the routes of saved filters.

import { z } from 'zod'
import { parserOf } from '../kernel/parse-or-refuse.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { type FilteredList, filterNameCharactersMax, savedParameters } from './saved-filter.ts'

const name = z
  .string({ error: 'name must be a text.' })
  .trim()
  .min(1, 'name must not be empty.')
  .refine(
    (text) => [...text].length <= filterNameCharactersMax,
    `name has at most ${filterNameCharactersMax} characters.`,
  )
  .refine((text) => !unprintable.test(text), 'name holds control or direction characters.')

const valueCharactersMax = 500
/** Codes, ids, days and lists of them: no room for free text. */
const codes = /^[A-Za-z0-9_.,:-]+$/

const value = z
  .string({ error: 'filter must hold texts.' })
  .max(valueCharactersMax, `A value of filter has at most ${valueCharactersMax} characters.`)
  .regex(codes, 'A value of filter must be a code, a day, an id, or a list of them.')

const isShared = z.boolean({ error: 'shared must be true or false.' })

function bodiesOf(list: FilteredList) {
  const names: readonly string[] = savedParameters[list]
  const filter = z
    .record(z.string(), value, { error: 'filter must be an object.' })
    .refine(
      (given) => Object.keys(given).every((one) => names.includes(one)),
      `filter may hold ${names.join(', ')}.`,
    )
    .refine((given) => Object.keys(given).length > 0, 'filter must not be empty.')
  return {
    created: z.object({ name, filter, shared: isShared.default(false) }),
    changed: z.object({
      name: name.optional(),
      filter: filter.optional(),
      shared: isShared.optional(),
    }),
  }
}

const rules = { absentCode: 'invalid' } as const
const parsers = {
  reviews: parserOf(bodiesOf('reviews'), rules),
  verifications: parserOf(bodiesOf('verifications'), rules),
}

/** @throws AppError `invalid_request` with every fault */
export function parseNewFilter(list: FilteredList, body: unknown) {
  return parsers[list]('created', body)
}

/** @throws AppError `invalid_request` with every fault */
export function parseFilterChange(list: FilteredList, body: unknown) {
  return parsers[list]('changed', body)
}
