// Aligns a claimed name with the read one by the word pairs of the comparison, so that word order
// is no difference, and marks differing letters. Pure.

import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { type Differences, differencesOf, type Stretch } from './letter-differences.ts'

type Names = PersonalDetailsJson['comparison']['names']
type Span = Names['claimedAlone'][number]
type Fields = Readonly<Partial<Record<Span['field'], string>>>

interface Marked {
  readonly span: Span
  readonly stretches: readonly Stretch[]
}

export function nameDifferences({
  claims,
  read,
  comparison: { names },
}: Pick<PersonalDetailsJson, 'claims' | 'read' | 'comparison'>): Differences {
  const claimed = present({ firstName: claims.first_name, lastName: claims.last_name })
  const theirs = readFields(read, names)
  const pairs = names.pairs.map((pair) => markPair(pair, claimed, theirs))
  return {
    claimed: laidOut(claimed, [
      ...pairs.flatMap((pair) => pair.claimed),
      ...names.claimedAlone.map((span) => alone(span, claimed)),
    ]),
    read: laidOut(theirs, [
      ...pairs.flatMap((pair) => pair.read),
      ...names.readAlone.map((span) => alone(span, theirs)),
    ]),
  }
}

/** The words refer to the full name or to its parts, whichever the comparison used. */
function readFields(read: PersonalDetailsJson['read'], { pairs, readAlone }: Names): Fields {
  const parts = present({
    firstName: read.first_name,
    otherNames: read.other_names,
    lastName: read.last_name,
  })
  const full = present({ fullName: read.full_name })
  const spans = [...pairs.flatMap((pair) => pair.read), ...readAlone]
  const isInParts = spans.some(({ field }) => field !== 'fullName')
  return isInParts || read.full_name === null ? parts : full
}

function present(fields: { readonly [Field in Span['field']]?: string | null }): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== null))
}

function markPair(
  { claimed, read }: Names['pairs'][number],
  ours: Fields,
  theirs: Fields,
): { readonly claimed: readonly Marked[]; readonly read: readonly Marked[] } {
  const differences = differencesOf(
    claimed.map((span) => textOf(span, ours)).join(''),
    read.map((span) => textOf(span, theirs)).join(''),
  )
  return {
    claimed: shareOut(claimed, differences.claimed),
    read: shareOut(read, differences.read),
  }
}

function textOf({ field, start, end }: Span, fields: Fields): string {
  return (fields[field] ?? '').slice(start, end)
}

function alone(span: Span, fields: Fields): Marked {
  return { span, stretches: [{ text: textOf(span, fields), isOwn: true }] }
}

/** Splits the result of several joined words back into the words. */
function shareOut(spans: readonly Span[], stretches: readonly Stretch[]): readonly Marked[] {
  let from = 0
  return spans.map((span) => {
    const length = span.end - span.start
    const cut = cutOut(stretches, from, from + length)
    from += length
    return { span, stretches: cut }
  })
}

function cutOut(stretches: readonly Stretch[], from: number, to: number): readonly Stretch[] {
  let start = 0
  return stretches.flatMap(({ text, isOwn }) => {
    const kept = text.slice(Math.max(from - start, 0), Math.max(to - start, 0))
    start += text.length
    return kept === '' ? [] : [{ text: kept, isOwn }]
  })
}

/** Fields in their written order; text outside the words is not marked. */
function laidOut(fields: Fields, marked: readonly Marked[]): readonly Stretch[] {
  return Object.entries(fields).flatMap(([field, text], index) => {
    const own = marked
      .filter(({ span }) => span.field === field)
      .toSorted((one, other) => one.span.start - other.span.start)
    const gap: readonly Stretch[] = index === 0 ? [] : [{ text: ' ', isOwn: false }]
    return [...gap, ...fieldStretches(text, own)]
  })
}

function fieldStretches(text: string, marked: readonly Marked[]): readonly Stretch[] {
  let from = 0
  const stretches = marked.flatMap(({ span, stretches: own }) => {
    const before = text.slice(from, span.start)
    from = span.end
    return [{ text: before, isOwn: false }, ...own]
  })
  return [...stretches, { text: text.slice(from), isOwn: false }].filter((one) => one.text !== '')
}
