// Parses the list of pairs of pictures of which the bank knows whether they show one person. Pure.

export interface LabelledPair {
  /** As the list names them. */
  readonly first: string
  readonly second: string
  readonly isSame: boolean
}

interface ParsedPairs {
  readonly pairs: readonly LabelledPair[]
  /** One sentence for each line that is no pair. */
  readonly faults: readonly string[]
}

const pairsMax = 100_000

const labels: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** A field in quotes, in which a quote is doubled, or one without quotes. */
const field = /"((?:[^"]|"")*)"|[^",]*/y

/**
 * `text` is CSV whose first line is `first,second,same`. A pair that is listed twice, in either order, is a fault: it
 * would count as two and make the intervals too narrow.
 */
export function parsePairs(text: string): ParsedPairs {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (fieldsOf(header)?.join() !== 'first,second,same') {
    return { pairs: [], faults: ['The first line must be: first,second,same.'] }
  }
  const pairs: LabelledPair[] = []
  const faults: string[] = []
  const lineOfPair = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const number = index + 2
    const pair = pairOf(line)
    if (typeof pair === 'string') {
      faults.push(`Line ${number}: ${pair}`)
      continue
    }
    const key = JSON.stringify([pair.first, pair.second].toSorted())
    const before = lineOfPair.get(key)
    if (before !== undefined) faults.push(`Line ${number}: this is the pair of line ${before}.`)
    lineOfPair.set(key, number)
    pairs.push(pair)
  }
  if (pairs.length > pairsMax) faults.push(`There are more than ${pairsMax} pairs.`)
  return { pairs, faults }
}

function pairOf(line: string): LabelledPair | string {
  const fields = fieldsOf(line)
  const [first = '', second = '', label = ''] = fields ?? []
  if (fields?.length !== 3 || first === '' || second === '') {
    return 'it must have two files and a label.'
  }
  const isSame = labels.get(label.toLowerCase())
  if (isSame === undefined) return 'the column same must be yes or no.'
  if (first === second) return 'a picture is paired with itself.'
  return { first, second, isSame }
}

/** Returns undefined for a line that is not CSV. */
function fieldsOf(line: string): readonly string[] | undefined {
  const fields: string[] = []
  let at = 0
  while (true) {
    const start = afterSpaces(line, at)
    field.lastIndex = start
    const [whole = '', quoted] = field.exec(line) ?? []
    fields.push(quoted === undefined ? whole.trim() : quoted.replaceAll('""', '"'))
    at = afterSpaces(line, start + whole.length)
    if (at === line.length) return fields
    if (line[at] !== ',') return undefined
    at += 1
  }
}

function afterSpaces(line: string, from: number): number {
  let at = from
  while (line[at] === ' ' || line[at] === '\t') at += 1
  return at
}
