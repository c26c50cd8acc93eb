// What `svc faces measure` prints for people.

import type { ErrorRate, FaceMeasurement, Measured } from '../../server/faces/face-measurement.ts'
import type { Sink } from '../io.ts'
import { renderFacts, renderTable } from '../text/table.ts'

export function measurementText(sink: Sink, result: FaceMeasurement): string {
  const { measurement, unreadable } = result
  const facts = renderFacts(sink, [
    ['model', `sha256 ${result.modelSha256}`],
    ['pictures', picturesText[result.images]],
    ['pairs of one person', String(result.samePairs)],
    ['pairs of two persons', String(result.differentPairs)],
    ['threshold', measurement.kind === 'measured' ? measurement.threshold.toFixed(4) : 'none'],
  ])
  const figures =
    measurement.kind === 'measured'
      ? ratesTable(sink, measurement)
      : tooFewText(result, measurement)
  const repeated =
    result.repeatedImages === 0
      ? ''
      : `\n${result.repeatedImages} pictures are in several pairs of two persons. Such pairs are not independent, so the\nintervals are narrower than the truth.\n`
  const missing =
    unreadable.length === 0
      ? ''
      : `\nNo embedding (${unreadable.length}); their pairs are not counted:\n${unreadable.map((file) => `  ${file}\n`).join('')}`
  return `${facts}\n${figures}${repeated}${missing}`
}

const picturesText: Readonly<Record<FaceMeasurement['images'], string>> = {
  documents: 'portraits cut from documents, and selfies',
  as_given: 'as given; the server takes no threshold from such pictures',
}

function ratesTable(sink: Sink, { falseMatch, falseNonMatch }: Measured) {
  const rows: readonly (readonly [string, ErrorRate])[] = [
    ['false match', falseMatch],
    ['false non-match', falseNonMatch],
  ]
  return renderTable(
    sink,
    [
      { title: 'ERROR', cell: ([name]) => name },
      { title: 'COUNT', cell: ([, { count, total }]) => `${count} of ${total}` },
      { title: 'RATE', cell: ([, { share }]) => percent(share) },
      {
        title: '95 % INTERVAL',
        cell: ([, { low, high }]) => `${percent(low)} to ${percent(high)}`,
      },
    ],
    rows,
  )
}

function tooFewText(
  { falseMatchRate }: FaceMeasurement,
  {
    samePairsMin,
    differentPairsMin,
  }: Extract<FaceMeasurement['measurement'], { readonly kind: 'too_few' }>,
): string {
  return `Too few pairs for a threshold. A false match rate of ${percent(falseMatchRate)} needs ${differentPairsMin} pairs of two\npersons (about 3.7 divided by the rate), and ${samePairsMin} pairs of one person.\n`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)} %`
}
