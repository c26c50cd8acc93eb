// Parses headers as logs and curl print them: one `name: value` a line, maybe after `<` or `>`.

const line = /^[<>]?[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/

/** Returns headers by lower-case name, repeated ones joined by commas; skips other lines. */
export function readHeaderLines(text: string): Record<string, string> {
  const headers = new Map<string, string>()
  for (const one of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = line.exec(one) ?? []
    const key = name.toLowerCase()
    const before = headers.get(key)
    if (key !== '')
      headers.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries(headers)
}
