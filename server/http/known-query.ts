// Refuses query parameters that an endpoint does not have (rulings 9.1): a filter that is misspelled would
// otherwise filter nothing, and nobody would notice. Fields of bodies stay open.

import { z } from 'zod'
import { type Fault, refuseFaults } from '../kernel/app-error.ts'
import { editDistance } from '../matching/edit-distance.ts'
import type { Endpoint } from './endpoint.ts'
import { isFieldName } from './field-name.ts'
import { pageQuery } from './page-request.ts'

/** More are not told of: nobody misspells so many. */
const unknownToldMax = 10
const slipsMax = 2

/** @throws AppError `invalid_request` with each unknown name, and what is wrong with the known ones */
export function assertKnownQuery({ describe }: Endpoint, querystring: string): void {
  if (describe === undefined || querystring === '') return
  const shape = { ...describe.query?.shape, ...(describe.isPaged ? pageQuery.shape : {}) }
  const known = Object.keys(shape)
  const given = new URLSearchParams(querystring)
  const unknown = [...new Set(given.keys())].filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const faults = unknown.slice(0, unknownToldMax).map((name) => faultOf(name, known))
  throw refuseFaults([...faults, ...faultsOfKnown(z.object(shape), given)])
}

function faultOf(name: string, known: readonly string[]): Fault {
  const param = isFieldName(name) ? name : 'query'
  const shown = param === name ? name : 'A name in the query'
  return {
    param,
    code: 'unknown',
    message: `${shown} is no parameter of this path. ${advice(name, known)}`,
  }
}

function advice(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'It takes none; leave it out.'
  const nearest = isFieldName(name) ? nearestOf(name, known) : undefined
  const all = `It takes ${known.join(', ')}.`
  return nearest === undefined ? all : `Did you mean ${nearest}? ${all}`
}

/** By slips of the pen, or where one name is a part of the other: `from` and `created_from`. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const asked = name.toLowerCase().replaceAll('_', '')
  const near = known.map((word) => {
    const plain = word.replaceAll('_', '')
    const isPart = isPartOf(name.toLowerCase(), word) || isPartOf(word, name.toLowerCase())
    return { word, slips: isPart ? slipsMax : editDistance(asked, plain, slipsMax) }
  })
  const [best] = near.toSorted((one, other) => one.slips - other.slips)
  return best !== undefined && best.slips <= slipsMax ? best.word : undefined
}

function isPartOf(part: string, name: string): boolean {
  return name.split('_').includes(part)
}

function faultsOfKnown(schema: z.ZodObject, given: URLSearchParams): readonly Fault[] {
  const parsed = schema.safeParse(Object.fromEntries(given))
  const issues = parsed.error?.issues ?? []
  return issues.map(({ path, message }) => ({ param: path.join('.'), code: 'invalid', message }))
}
