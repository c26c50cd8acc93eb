// Refuses unknown query parameters (rulings 9.1), because a misspelled filter would silently filter nothing.
// Unknown fields of bodies are accepted.

import { z } from 'zod'
import { type Fault, refuseFaults } from '../../kernel/app-error.ts'
import { isFieldName } from '../../kernel/field-name.ts'
import { nearestOf } from '../../kernel/nearest-name.ts'
import { parseOrFault } from '../../kernel/parse-or-refuse.ts'
import type { RouteDescription } from '../../kernel/route-description.ts'
import type { Route } from '../context.ts'
import { pageQuery } from './page-request.ts'

/** Further unknown names are left out of the error. */
const unknownReportedMax = 10

/** @throws AppError `invalid_request` with each unknown name, and with the faults of the known ones */
export function assertKnownQuery({ describe }: Route, given: URLSearchParams | undefined): void {
  if (describe === undefined || given === undefined) return
  const unknown = unknownIn(describe, given)
  if (unknown.length === 0) return
  const shape = shapeOf(describe)
  const faults = faultsOfUnknown(unknown, Object.keys(shape))
  throw refuseFaults([...faults, ...faultsOfKnown(z.object(shape), given)])
}

/** The same for a path without a description. @throws AppError `invalid_request` with each unknown name */
export function assertOnlyNames(
  given: URLSearchParams | undefined,
  known: readonly string[],
): void {
  const unknown = [...new Set(given?.keys())].filter((name) => !known.includes(name))
  if (unknown.length > 0) throw refuseFaults(faultsOfUnknown(unknown, known))
}

function faultsOfUnknown(unknown: readonly string[], known: readonly string[]): readonly Fault[] {
  return unknown.slice(0, unknownReportedMax).map((name) => faultOf(name, known))
}

function unknownIn(describe: RouteDescription, given: URLSearchParams): readonly string[] {
  const unknown = new Set<string>()
  for (const name of given.keys()) if (!isKnown(describe, name)) unknown.add(name)
  return [...unknown]
}

function isKnown({ query, isPaged }: RouteDescription, name: string): boolean {
  if (query !== undefined && Object.hasOwn(query.shape, name)) return true
  return isPaged === true && Object.hasOwn(pageQuery.shape, name)
}

function shapeOf({ query, isPaged }: RouteDescription): z.ZodRawShape {
  return { ...query?.shape, ...(isPaged ? pageQuery.shape : {}) }
}

function faultOf(name: string, known: readonly string[]): Fault {
  const param = isFieldName(name) ? name : 'query'
  const shown = param === name ? name : 'A name in the query'
  return {
    param,
    code: 'unknown',
    message: `${shown} is not a parameter of this path. ${advice(name, known)}`,
  }
}

function advice(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'It takes none; leave it out.'
  const nearest = isFieldName(name) ? nearestOf(name, known) : undefined
  const all = `It takes ${known.join(', ')}.`
  return nearest === undefined ? all : `Did you mean ${nearest}? ${all}`
}

function faultsOfKnown(schema: z.ZodObject, given: URLSearchParams): readonly Fault[] {
  const parsed = parseOrFault(schema, Object.fromEntries(given))
  return parsed.kind === 'faulty' ? parsed.faults : []
}
