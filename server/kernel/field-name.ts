// Clients can send any field name. Only names shaped like those of the API are quoted in error messages.

const shape = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Returns whether `name` is shaped like a field of the API. */
export function isFieldName(name: string): boolean {
  return shape.test(name)
}
