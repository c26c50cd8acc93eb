// Parses the list of pairs of pictures of which the bank knows whether they show one person. Pure.

import { type DocumentType, documentTypes } from '../markets/market.ts'

export interface LabelledPair {
  /** As the list names them. */
  readonly first: string
  readonly second: string
  readonly isSame: boolean
  /** What `first` is a photo of, where the list is one of documents and selfies. */
  readonly document: DocumentType | undefined
}

interface ParsedPairs {
  /** `documents`: the first picture is the photo of a document's front, the second a selfie. */
  readonly pictures: 'documents' | 'as_given'
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

const headers: ReadonlyMap<string, ParsedPairs['pictures']> = new Map([
  ['front,selfie,same,document', 'documents'],
  ['first,second,same', 'as_given'],
])

/**
 * `text` is CSV whose first line is one of `headers`. A pair that is listed twice, in either order, is a fault: it
 * would count as two and make the intervals too narrow.
 */
export function parsePairs(text: string): ParsedPairs {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const pictures = headers.get(fieldsOf(header)?.join() ?? '')
  if (pictures === undefined) {
    const known = [...headers.keys()].join(', or: ')
    return { pictures: 'as_given', pairs: [], faults: [`The first line must be: ${known}.`] }
  }
  const pairs: LabelledPair[] = []
  const faults: string[] = []
  const lineOfPair = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const number = index + 2
    const pair = pairOf(line, pictures)
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
  return { pictures, pairs, faults }
}

function pairOf(line: string, pictures: ParsedPairs['pictures']): LabelledPair | string {
  const fields = fieldsOf(line)
  const [first = '', second = '', label = '', kind = ''] = fields ?? []
  const hasDocument = pictures === 'documents'
  if (fields?.length !== (hasDocument ? 4 : 3) || first === '' || second === '') {
    return `it must have two files and a label${hasDocument ? ', and a document' : ''}.`
  }
  const document = documentTypes.find((one) => one === kind)
  if (hasDocument && document === undefined) {
    return `the column document must be one of ${documentTypes.join(', ')}.`
  }
  const isSame = labels.get(label.toLowerCase())
  if (isSame === undefined) return 'the column same must be yes or no.'
  if (first === second) return 'a picture is paired with itself.'
  return { first, second, isSame, document }
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
