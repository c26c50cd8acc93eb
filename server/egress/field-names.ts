// Lists the names of the fields in a JSON body, never their values. Pure.

const namesMax = 200
const nameCharactersMax = 100
const depthMax = 8

/**
 * Returns the path of every value in order, each once: `partner_params.job_id`, `images[].image`. Text that is not
 * JSON has none; values deeper than eight levels are listed under their parent.
 */
export function fieldNamesOf(text: string): readonly string[] {
  try {
    return fieldNamesIn(JSON.parse(text))
  } catch {
    return []
  }
}

export function fieldNamesIn(value: unknown): readonly string[] {
  const names = new Set<string>()
  collect(value, '', 0, names)
  return [...names].slice(0, namesMax)
}

function collect(value: unknown, path: string, depth: number, names: Set<string>): void {
  if (names.size >= namesMax) return
  const isNested = typeof value === 'object' && value !== null && depth < depthMax
  // Empty lists and objects are listed too.
  if (!isNested || Object.keys(value).length === 0) {
    if (path !== '') names.add(path.slice(0, nameCharactersMax))
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) collect(item, `${path}[]`, depth + 1, names)
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    // Fields that are undefined are not serialised.
    if (inner !== undefined)
      collect(inner, path === '' ? name : `${path}.${name}`, depth + 1, names)
  }
}
