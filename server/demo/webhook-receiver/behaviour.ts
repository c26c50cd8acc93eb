// Maps paths to behaviours: one path behaves like a correct receiver, the others fail in the ways
// receivers fail.

/** `good` is a correct receiver; `slow` and `flaky` are correct apart from that. */
export type Behaviour =
  | { readonly kind: 'good' }
  /** Always responds with this status. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Rejects each event this often before it accepts it. */
  | { readonly kind: 'flaky'; readonly failures: number }
  /** Reads the request and never responds. */
  | { readonly kind: 'hang' }
  /** Reads the request and resets the connection. */
  | { readonly kind: 'reset' }

const delayMsMax = 600_000
const failuresMax = 100

/** Returns undefined for an unknown path. */
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
