// The lines of the program's log on their way to another system: what syslog has to know of a line, and a torn line
// as a JSON object. Pure.

interface LogLineFacts {
  readonly level: string
  /** ISO 8601 */
  readonly time: string
  readonly event: string
}

/** Returns undefined for anything but a whole line of the log. */
export function logLineFacts(line: string): LogLineFacts | undefined {
  try {
    const { level, time, event }: Record<string, unknown> = JSON.parse(line)
    const isWhole =
      typeof level === 'string' && typeof time === 'string' && typeof event === 'string'
    return isWhole ? { level, time, event } : undefined
  } catch {
    return undefined
  }
}

/** After a power cut or on a full disk a line may end in the middle. It is shipped inside a line that says so. */
export function wholeLine(line: string, nowText: string): string {
  if (logLineFacts(line) !== undefined) return line
  const torn = { level: 'warn', time: nowText, line: line.trimEnd(), event: 'log_line_torn' }
  return `${JSON.stringify(torn)}\n`
}
