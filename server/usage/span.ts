// Spans of time that usage is summed over: hours, days and months of UTC, each half open. Pure.

/** Finest first; each is made of whole ones of the span before it. */
export const spans = ['hour', 'day', 'month'] as const
export type Span = (typeof spans)[number]

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Time is left alone for so long after it: what was metered last in it may not be on disk yet. */
export const settledAfterMs = 10 * 60 * 1000

/** A stretch of time: `from` is within it, `to` is not. Milliseconds since 1970, UTC. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** The first instant of the span that `instantMs` lies in. */
export function startOf(span: Span, instantMs: number): number {
  switch (span) {
    case 'hour':
      return Math.floor(instantMs / hourMs) * hourMs
    case 'day':
      return Math.floor(instantMs / dayMs) * dayMs
    case 'month':
      return monthAt(instantMs, 0)
  }
}

/** The first instant of the span after the one that `instantMs` lies in. */
export function startOfNext(span: Span, instantMs: number): number {
  return span === 'month'
    ? monthAt(instantMs, 1)
    : startOf(span, instantMs) + (span === 'day' ? dayMs : hourMs)
}

/** The first instant of a span that is not before `instantMs`. */
export function ceilingOf(span: Span, instantMs: number): number {
  const start = startOf(span, instantMs)
  return start === instantMs ? start : startOfNext(span, instantMs)
}

/** The starts of every span that begins within the period or reaches into it, in order. */
export function startsWithin(span: Span, { from, to }: Period): readonly number[] {
  const starts: number[] = []
  for (let at = startOf(span, from); at < to; at = startOfNext(span, at)) starts.push(at)
  return starts
}

/** A part of a period that is read from the sums of one span, or from the events themselves. */
export interface Piece extends Period {
  readonly readFrom: Span | 'events'
}

/**
 * Cuts a period into pieces that together are exactly it: whole spans as long as `longest` in the
 * middle, shorter ones towards its edges, and events where an edge lies within an hour. However long the
 * period, that is at most 46 hours, 60 days and two parts of an hour beside the months. No piece that is
 * shorter than a span reaches from one such span into the next.
 */
export function cutIntoPieces(period: Period, longest: Span): readonly Piece[] {
  return cut(period, spans.slice(0, spans.indexOf(longest) + 1), 'events')
}

function cut(
  { from, to }: Period,
  [span, ...longer]: readonly Span[],
  shorter: Span | 'events',
): readonly Piece[] {
  if (from >= to) return []
  const first = span && ceilingOf(span, from)
  const last = span && startOf(span, to)
  if (span === undefined || first === undefined || last === undefined || first > last) {
    return [{ from, to, readFrom: shorter }]
  }
  return [
    ...cut({ from, to: first }, [], shorter),
    ...cut({ from: first, to: last }, longer, span),
    ...cut({ from: last, to }, [], shorter),
  ]
}

function monthAt(instantMs: number, monthsLater: number): number {
  const date = new Date(instantMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}
