// Which path behaves how: one of them as a receiver should, the others in the ways in which receivers
// fail.

/** `good` is a receiver in order; `slow` and `flaky` are such ones otherwise. */
export type Behaviour =
  | { readonly kind: 'good' }
  /** Answers with this status, whatever comes. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Refuses each event this often before it takes it. */
  | { readonly kind: 'flaky'; readonly failures: number }
  /** Reads, and never answers. */
  | { readonly kind: 'hang' }
  /** Reads, and cuts the connection. */
  | { readonly kind: 'reset' }

const delayMsMax = 600_000
const failuresMax = 100

/** undefined for a path that is none of the receiver's. */
export function behaviourOf(path: string): Behaviour | undefined {
  const [, name, numeral, ...rest] = path.split('/')
  if (name === undefined || rest.length > 0) return undefined
  return numeral === undefined ? plain.get(name) : numbered(name, numeral)
}

const plain: ReadonlyMap<string, Behaviour> = new Map([
  ['', { kind: 'good' }],
  ['gone', { kind: 'status', status: 410 }],
  ['hang', { kind: 'hang' }],
  ['reset', { kind: 'reset' }],
])

function numbered(name: string, numeral: string): Behaviour | undefined {
  if (!/^\d{1,6}$/.test(numeral)) return undefined
  const number = Number(numeral)
  switch (name) {
    case 'status':
      return number >= 200 && number <= 599 ? { kind: 'status', status: number } : undefined
    case 'slow':
      return number <= delayMsMax ? { kind: 'slow', delayMs: number } : undefined
    case 'flaky':
      return number <= failuresMax ? { kind: 'flaky', failures: number } : undefined
    default:
      return undefined
  }
}
