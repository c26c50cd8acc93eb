// Narrows a query only where a value was given.

/**
 * For `$call` of a query.
 * @param value undefined: the query stays as it is
 */
export function ifGiven<Query, Value>(
  value: Value | undefined,
  narrow: (query: Query, value: Value) => Query,
): (query: Query) => Query {
  return (query) => (value === undefined ? query : narrow(query, value))
}
