// The query of a request, parsed once for all steps that read it.

import type { Context } from '../context.ts'

/** Returns the query's parameters, decoded; undefined for a request without a query. */
export function parsedQuery({ querystring, state }: Context): URLSearchParams | undefined {
  if (querystring === '') return undefined
  state.query ??= new URLSearchParams(querystring)
  return state.query
}
