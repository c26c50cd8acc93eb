// Reads the text of svc.conf: NAME=value lines, `#` for a comment line, optional quotes around a value.
// Knows nothing of which names exist.

export interface ConfFile {
  readonly values: ReadonlyMap<string, string>
  /** Lines that are no assignment, or a second one of the same name. */
  readonly faults: readonly { readonly line: number; readonly message: string }[]
}

/** Never quotes a line in a fault: it may hold a secret. */
export function parseConfFile(content: string): ConfFile {
  const values = new Map<string, string>()
  const faults: { line: number; message: string }[] = []
  for (const [index, line] of content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const fault = readLine(line.trim(), values)
    if (fault !== undefined) faults.push({ line: index + 1, message: fault })
  }
  return { values, faults }
}

function readLine(line: string, values: Map<string, string>): string | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const [, name, given] = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? []
  if (name === undefined || given === undefined) return 'must be NAME=value, or start with #'
  if (values.has(name)) return `${name} is set a second time`
  const value = unquote(given)
  if (value === undefined) return `the quotes of ${name} must open and close around the whole value`
  values.set(name, value)
  return undefined
}

/** Quotes are for values that begin or end with a blank or a quote; nothing is escaped inside. */
function unquote(given: string): string | undefined {
  const mark = given.charAt(0)
  if (mark !== '"' && mark !== "'") return given
  return given.length > 1 && given.endsWith(mark) ? given.slice(1, -1) : undefined
}
