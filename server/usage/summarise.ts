// Puts sums into groups and adds them up. Pure.

import { type Period, startOf, startsWithin } from './span.ts'
import type { SumBy, SumRow } from './sum-store.ts'
import { type UsageCount, type UsageType, usageTypes } from './usage.ts'

export const groupings = ['day', 'month', 'type', 'api_key'] as const
export type Grouping = (typeof groupings)[number]

export interface UsageTotals extends UsageCount {
  readonly byType: Readonly<Record<UsageType, UsageCount>>
}

/** `group`: `2026-11-21`, `2026-11`, a type, or the id of a key. */
export interface UsageGroup extends UsageTotals {
  readonly group: string
}

export function totalsOf(rows: readonly SumRow[]): UsageTotals {
  const ofType = (type: UsageType) => countOf(rows.filter((row) => row.type === type))
  return {
    ...countOf(rows),
    byType: { 'kyc.verify': ofType('kyc.verify'), 'score.get': ofType('score.get') },
  }
}

/** Days, months and types that saw nothing are there too, with 0; keys are those that saw something. */
export function groupUsage(
  rows: readonly SumRow[],
  grouping: Grouping,
  period: Period,
): readonly UsageGroup[] {
  const groups = new Map<string, SumRow[]>()
  for (const group of emptyGroupsOf(grouping, period)) groups.set(group, [])
  for (const row of rows) {
    const group = groupOf(row, grouping)
    const before = groups.get(group)
    if (before) before.push(row)
    else groups.set(group, [row])
  }
  const found = [...groups].map(([group, ofGroup]) => ({ group, ...totalsOf(ofGroup) }))
  if (grouping !== 'api_key') return found
  return found.sort((one, other) => other.quantity - one.quantity || compare(one, other))
}

/** What the rows have to tell apart for this grouping. */
export function sumByOf(grouping: Grouping): SumBy {
  switch (grouping) {
    case 'day':
    case 'month':
      return 'time'
    case 'type':
    case 'api_key':
      return grouping
  }
}

function emptyGroupsOf(grouping: Grouping, period: Period): readonly string[] {
  switch (grouping) {
    case 'day':
    case 'month':
      return startsWithin(grouping, period).map((start) => nameOf(grouping, start))
    case 'type':
      return usageTypes
    case 'api_key':
      return []
  }
}

function groupOf(row: SumRow, grouping: Grouping): string {
  switch (grouping) {
    case 'day':
    case 'month':
      return nameOf(grouping, startOf(grouping, row.startsAt ?? 0))
    case 'type':
      return row.type
    case 'api_key':
      return row.apiKeyId ?? ''
  }
}

function nameOf(grouping: 'day' | 'month', instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, grouping === 'day' ? 10 : 7)
}

function countOf(rows: readonly SumRow[]): UsageCount {
  const sum = (value: (row: SumRow) => number) => rows.reduce((total, row) => total + value(row), 0)
  return {
    events: sum((row) => row.events),
    quantity: sum((row) => row.quantity),
    billableQuantity: sum((row) => (row.isBillable ? row.quantity : 0)),
  }
}

function compare(one: UsageGroup, other: UsageGroup): number {
  return one.group < other.group ? -1 : 1
}
