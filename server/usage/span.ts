// The spans of time that usage counters cover: hours, days and months in UTC, half open. Pure.

import { dayMs, hourMs } from '../kernel/durations.ts'

/** Shortest first; each consists of whole spans of the kind before it. */
export const spans = ['hour', 'day', 'month'] as const
export type Span = (typeof spans)[number]

/** How long after its end a period is not yet read: its last events may not be on disk yet. */
export const settledAfterMs = 10 * 60 * 1000

/** From `from` to before `to`, in milliseconds since 1970, UTC. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** Returns the first instant of the span that contains `instantMs`. */
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

/** Returns the first instant of the span after the one that contains `instantMs`. */
export function startOfNext(span: Span, instantMs: number): number {
  return span === 'month'
    ? monthAt(instantMs, 1)
    : startOf(span, instantMs) + (span === 'day' ? dayMs : hourMs)
}

/** Returns the first start of a span at or after `instantMs`. */
export function ceilingOf(span: Span, instantMs: number): number {
  const start = startOf(span, instantMs)
  return start === instantMs ? start : startOfNext(span, instantMs)
}

/** Returns the starts of all spans that overlap the period, in order. */
export function startsWithin(span: Span, { from, to }: Period): readonly number[] {
  const starts: number[] = []
  for (let at = startOf(span, from); at < to; at = startOfNext(span, at)) starts.push(at)
  return starts
}

/** A part of a period that is read from the counters of one span, or from the events themselves. */
export interface ReadRange extends Period {
  readonly readFrom: Span | 'events'
}

/**
 * Splits a period into ranges that cover it exactly: spans as long as `longest` in the middle, shorter
 * ones towards the edges, and events where an edge lies within an hour. However long the period, it needs
 * at most 46 hours, 60 days and two parts of an hour besides the months. No range that is shorter than a
 * span crosses the boundary between two such spans.
 */
export function splitIntoRanges(period: Period, longest: Span): readonly ReadRange[] {
  return split(period, spans.slice(0, spans.indexOf(longest) + 1), 'events')
}

function split(
  { from, to }: Period,
  [span, ...longer]: readonly Span[],
  shorter: Span | 'events',
): readonly ReadRange[] {
  if (from >= to) return []
  const first = span && ceilingOf(span, from)
  const last = span && startOf(span, to)
  if (span === undefined || first === undefined || last === undefined || first > last) {
    return [{ from, to, readFrom: shorter }]
  }
  return [
    ...split({ from, to: first }, [], shorter),
    ...split({ from: first, to: last }, longer, span),
    ...split({ from: last, to }, [], shorter),
  ]
}

function monthAt(instantMs: number, monthsLater: number): number {
  const date = new Date(instantMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}
