// Writes a parsed JSON value as a text that is the same for every order of its fields, so that a client may build the
// body of a repeated request anew: many serialisers and databases keep no order. Pure.

/** Items of lists keep their order, which has a meaning. */
export function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(byName))
  })
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}
