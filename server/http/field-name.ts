// Names that clients chose may be anything; those that look like ours may be repeated to them.

const shape = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Whether `name` has the shape of every field of the interface. */
export function isFieldName(name: string): boolean {
  return shape.test(name)
}
