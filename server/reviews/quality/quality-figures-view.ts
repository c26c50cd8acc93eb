// Reads what each reviewer decided in a period, how long they worked on it, and what became of the checks of their
// decisions. Give it the reader of long queries: it reads every decision of the period.

import { countRows } from '../../db/count-rows.ts'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import { firstOpenId } from './open-checks-view.ts'
import type { CheckCount, DecisionCount, WorkedTime } from './quality-counts.ts'

interface QualityScope {
  readonly environment: Environment
  readonly from: number
  readonly to: number
}

function decisionsWithin(db: Reader, { environment, from, to }: QualityScope) {
  return db
    .selectFrom('review_decisions')
    .where('environment', '=', environment)
    .where('at', '>=', from)
    .where('at', '<', to)
}

export async function countDecisions(
  db: Reader,
  scope: QualityScope,
): Promise<readonly DecisionCount[]> {
  const rows = await decisionsWithin(db, scope)
    .select(['decided_by', 'outcome', 'result'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['decided_by', 'outcome', 'result'])
    .execute()
  return rows.map((row) => ({
    userId: row.decided_by,
    outcome: row.outcome,
    result: row.result,
    count: Number(row.count),
  }))
}

/** The quantiles are times that occurred: the shortest that so many decisions did not exceed. */
export async function measureWork(db: Reader, scope: QualityScope): Promise<readonly WorkedTime[]> {
  const ranked = decisionsWithin(db, scope)
    .where('worked_ms', 'is not', null)
    .select(['decided_by', 'worked_ms'])
    .select(({ fn }) => [
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('decided_by').orderBy('worked_ms'))
        .as('place'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('decided_by'))
        .as('total'),
    ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .select('decided_by')
    .select(({ fn, eb }) => {
      const shortestOf = (percent: number) => {
        const isReached = eb(eb('place', '*', 100), '>=', eb('total', '*', percent))
        return fn.min(eb.case().when(isReached).then(eb.ref('worked_ms')).end())
      }
      return [
        fn.max('total').as('count'),
        shortestOf(50).as('median'),
        shortestOf(95).as('p95'),
      ] as const
    })
    .groupBy('decided_by')
    .execute()
  return rows.map((row) => ({
    userId: row.decided_by,
    count: Number(row.count),
    medianMs: Number(row.median),
    p95Ms: Number(row.p95),
  }))
}

/** Of checks that were closed in the period. */
export async function countChecks(
  db: Reader,
  { environment, from, to }: QualityScope,
): Promise<readonly CheckCount[]> {
  const rows = await db
    .selectFrom('quality_checks')
    .select(['decided_by', 'result'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('environment', '=', environment)
    .where('closed_at', 'is not', null)
    .where('closed_at', '>=', from)
    .where('closed_at', '<', to)
    .groupBy(['decided_by', 'result'])
    .execute()
  return rows.flatMap(({ decided_by: userId, result, count }) =>
    result === null ? [] : [{ userId, result, count: Number(count) }],
  )
}

/** Open checks that have not lapsed. */
export function countOpenChecks(
  db: Reader,
  { environment, nowMs }: Pick<QualityScope, 'environment'> & { readonly nowMs: number },
): Promise<number> {
  return countRows(
    db
      .selectFrom('quality_checks')
      .where('environment', '=', environment)
      .where('closed_at', 'is', null)
      .where('id', '>=', firstOpenId(nowMs)),
  )
}
