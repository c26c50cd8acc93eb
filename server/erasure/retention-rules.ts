// The rules of retention, one for each market and kind of data: the floor in law, the bank's own period and what is
// due. `svc retention show` prints them and the daily run follows them.

import type { Reader } from '../db/transaction.ts'
import { dayMs } from '../kernel/durations.ts'
import { markets } from '../markets/market.ts'
import {
  type RetentionFloor,
  type RetentionKind,
  retentionKinds,
} from '../markets/retention-floors.ts'
import { addPeriod, type RetentionPeriod } from '../markets/retention-period.ts'
import { countDue, type DueQuery } from './retention-due-view.ts'
import { floorOf, type RetentionPeriods } from './retention-policy.ts'

export interface RetentionRule {
  readonly country: string
  readonly kind: RetentionKind
  readonly floor: RetentionFloor
  /** undefined: nothing of this kind is erased by itself. */
  readonly period: RetentionPeriod | undefined
}

/** Every market, in the order of `markets`, with every kind of data. */
export function retentionRules(periods: RetentionPeriods): readonly RetentionRule[] {
  return markets.flatMap(({ country }) =>
    retentionKinds.map((kind) => ({
      country,
      kind,
      floor: floorOf(country, kind),
      period: periods[kind]?.[country],
    })),
  )
}

/** Whether the daily run acts on it: a period is set, and no authority has to approve each disposal. */
export function isAutomatic({ floor, period }: RetentionRule): boolean {
  return period !== undefined && floor.disposalApproval === undefined
}

/** Returns what to look for; undefined if no period is set. */
export function dueQueryOf(rule: RetentionRule, nowMs: number): DueQuery | undefined {
  const { country, kind, floor, period } = rule
  if (period === undefined) return undefined
  return {
    environment: kind === 'sandbox' ? 'sandbox' : 'live',
    country,
    statuses: statusesOf(kind),
    from: floor.from,
    withImages: kind === 'applicant_images',
    startedBefore: startOfPeriodEndingAt(nowMs, period),
  }
}

/** Returns the number of verifications whose period is over, up to `max`; undefined if no period is set. */
export async function countDueOf(
  db: Reader,
  rule: RetentionRule,
  { nowMs, max }: { readonly nowMs: number; readonly max: number },
): Promise<number | undefined> {
  const due = dueQueryOf(rule, nowMs)
  return due && countDue(db, due, max)
}

function statusesOf(kind: RetentionKind) {
  switch (kind) {
    case 'client':
      return ['approved'] as const
    case 'applicant':
    case 'applicant_images':
      return ['declined', 'error'] as const
    case 'sandbox':
      return ['approved', 'declined', 'error'] as const
  }
}

/** The latest start whose period is over: one day later than by the calendar at most, never earlier. */
function startOfPeriodEndingAt(nowMs: number, { amount, unit }: RetentionPeriod): number {
  const start = addPeriod(nowMs, { amount: -amount, unit })
  return addPeriod(start, { amount, unit }) <= nowMs ? start : start - dayMs
}
