// Groups usage counters by day, month, type or key and adds them up. Pure.

import { type Period, startOf, startsWithin } from './span.ts'
import { type UsageCount, type UsageType, usageTypes } from './usage.ts'
import type { CounterFilter, CounterGrouping, CounterRow } from './usage-counter.ts'

export const groupings = ['day', 'month', 'type', 'api_key'] as const
export type Grouping = (typeof groupings)[number]

export interface UsageTotals extends UsageCount {
  readonly byType: Readonly<Record<UsageType, UsageCount>>
}

export interface SummaryRequest {
  readonly filter: Omit<CounterFilter, 'verificationId'>
  readonly grouping: Grouping
  readonly period: Period
}

export interface UsageSummary extends SummaryRequest {
  readonly groups: readonly UsageGroup[]
  readonly totals: UsageTotals
}

/** `group`: `2026-11-21`, `2026-11`, a type, or the id of a key. */
interface UsageGroup extends UsageTotals {
  readonly group: string
}

export function totalsOf(rows: readonly CounterRow[]): UsageTotals {
  const ofType = (type: UsageType) => countOf(rows.filter((row) => row.type === type))
  return {
    ...countOf(rows),
    byType: { 'kyc.verify': ofType('kyc.verify'), 'score.get': ofType('score.get') },
  }
}

/** Days, months and types without usage are included with 0; keys without usage are left out. */
export function groupUsage(
  rows: readonly CounterRow[],
  grouping: Grouping,
  period: Period,
): readonly UsageGroup[] {
  const groups = new Map<string, CounterRow[]>()
  for (const group of emptyGroupsOf(grouping, period)) groups.set(group, [])
  for (const row of rows) {
    const group = groupOf(row, grouping)
    const before = groups.get(group)
    if (before) before.push(row)
    else groups.set(group, [row])
  }
  const summed = [...groups].map(([group, ofGroup]) => ({ group, ...totalsOf(ofGroup) }))
  if (grouping !== 'api_key') return summed
  return summed.sort((one, other) => other.quantity - one.quantity || compare(one, other))
}

export function counterGroupingOf(grouping: Grouping): CounterGrouping {
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

function groupOf(row: CounterRow, grouping: Grouping): string {
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

function countOf(rows: readonly CounterRow[]): UsageCount {
  const sum = (value: (row: CounterRow) => number) =>
    rows.reduce((total, row) => total + value(row), 0)
  return {
    events: sum((row) => row.events),
    quantity: sum((row) => row.quantity),
    billableQuantity: sum((row) => (row.isBillable ? row.quantity : 0)),
  }
}

function compare(one: UsageGroup, other: UsageGroup): number {
  return one.group < other.group ? -1 : 1
}
