// The bands of specification 2.4. Pure. A band always comes from this table, never from the engine.

export const bands = ['low', 'medium', 'high', 'premium'] as const
export type Band = (typeof bands)[number]

interface BandRow {
  readonly band: Band
  /** Inclusive. */
  readonly from: number
  /** Inclusive. */
  readonly to: number
  readonly description: string
}

export const scoreMax = 1000

export const bandTable: readonly BandRow[] = [
  { band: 'low', from: 0, to: 299, description: 'Higher risk, manual review recommended' },
  { band: 'medium', from: 300, to: 549, description: 'Moderate risk' },
  { band: 'high', from: 550, to: 799, description: 'Good profile' },
  { band: 'premium', from: 800, to: scoreMax, description: 'Excellent profile' },
]

/** @throws Error unless `score` is an integer from 0 to 1000; answers are checked before, so this is a bug */
export function bandOf(score: number): BandRow {
  const row = Number.isInteger(score)
    ? bandTable.find(({ from, to }) => score >= from && score <= to)
    : undefined
  if (!row) throw new Error('a score is an integer from 0 to 1000')
  return row
}
