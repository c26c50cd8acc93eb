// Parses svc.conf: NAME=value lines, `#` for a comment line, optional quotes around a value. Does not know which
// names exist.

interface ConfFile {
  readonly values: ReadonlyMap<string, string>
  /** Lines that are not an assignment, or that set a name a second time. */
  readonly faults: readonly { readonly line: number; readonly message: string }[]
}

/** Faults never quote the line, because it may hold a secret. */
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

/** Returns the line that gives the setting this value, of one line. */
export function confLine(name: string, value: string): string {
  const needsQuotes = /^["'\s]|\s#|^#|\s$/.test(value)
  const quote = value.includes('"') ? "'" : '"'
  return `${name}=${needsQuotes ? quote + value + quote : value}`
}

function readLine(line: string, values: Map<string, string>): string | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const [, name, given] = /^([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? []
  if (name === undefined || given === undefined) return 'must be NAME=value, or start with #'
  if (values.has(name)) return `${name} is set a second time`
  if (/^(["'])(?:(?!\1).)*\1\s+#/.test(given)) {
    return `${name} has a # behind its quotes: put a comment on a line of its own`
  }
  const value = unquote(given)
  if (value === undefined) return `the quotes of ${name} must open and close around the whole value`
  if (value === given && /\s#/.test(line.slice(name.length))) {
    return `${name} has a # after a blank: put a comment on a line of its own, or quotes around the value`
  }
  values.set(name, value)
  return undefined
}

/** Quotes allow values that begin or end with a space or a quote; nothing is escaped inside. */
function unquote(given: string): string | undefined {
  const quote = given.charAt(0)
  if (quote !== '"' && quote !== "'") return given
  return given.length > 1 && given.endsWith(quote) ? given.slice(1, -1) : undefined
}
