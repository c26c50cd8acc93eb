// The types of a benchmark's row: its lines in the table, their limits, and the results of its measurement.

export interface Row {
  /** Selects the row on the command line. */
  readonly name: string
  /** The measured quantity in a few words, for `--list`. */
  readonly about: string
  /** Runs only when it is named, because it takes long. */
  readonly isByNameOnly?: true
  readonly lines: readonly Line[]
  /** Returns one result a line, in their order. */
  measure(bench: Bench): Promise<readonly Measured[]>
}

/** Passed to the measurement of every row. */
export interface Bench {
  /** Alternating runs, of which the table shows the medians; some lines are measured once whatever it says. */
  readonly runs: number
  /** Shows progress. */
  say(text: string): void
}

export interface Line {
  /** Name in the table. */
  readonly label: string
  readonly unit: Unit
  readonly limit: Limit
}

type Unit = '/s' | 's' | 'ms' | 'MB' | 'KB' | ''

/** A limit of a ratio compares with a peer that runs beside ours; any other limits our own figure. */
export type Limit =
  | { readonly kind: 'ratio'; readonly atLeast: number; readonly hoped: number }
  | { readonly kind: 'ratio'; readonly atMost: number; readonly hoped: number }
  | { readonly kind: 'figure'; readonly atMost: number; readonly hoped?: number }

export type Measured =
  | {
      readonly kind: 'ratio'
      readonly ours: number
      readonly peer: Peer
      readonly ratio: number
      /** Of how many runs the figures are the medians. Default: measured once. */
      readonly runs?: number
      readonly details?: readonly string[]
    }
  | {
      readonly kind: 'figure'
      readonly ours: number
      /** As of a ratio. */
      readonly runs?: number
      readonly details?: readonly string[]
    }
  | { readonly kind: 'not-run'; readonly why: string }

interface Peer {
  readonly name: string
  readonly figure: number
}

export type Verdict = 'met' | 'MISSED' | 'not run' | 'failed'

/** @throws Error if a line has no result of its kind */
export function judge(line: Line, measured: Measured | undefined): Verdict {
  if (measured?.kind === 'not-run') return 'not run'
  if (measured?.kind !== line.limit.kind) throw new Error(`${line.label} was not measured`)
  const value = measured.kind === 'ratio' ? measured.ratio : measured.ours
  const isMet = 'atLeast' in line.limit ? value >= line.limit.atLeast : value <= line.limit.atMost
  return isMet ? 'met' : 'MISSED'
}
