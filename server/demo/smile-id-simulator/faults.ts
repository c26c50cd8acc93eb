// Faults on demand: which call fails, how, and how often. The rules only; `spoil-exchange.ts`
// applies them.

import { z } from 'zod'

const faultyRoutes = ['upload', 'put', 'job_status', 'services'] as const
export type FaultyRoute = (typeof faultyRoutes)[number]

const fault = z.discriminatedUnion('kind', [
  /** Answers as usual, `delayMs` late. */
  z.object({ kind: z.literal('slow'), delayMs: z.number().nonnegative() }),
  /** Never answers and keeps the connection open. */
  z.object({ kind: z.literal('hang') }),
  /** Breaks the connection without an answer. */
  z.object({ kind: z.literal('reset') }),
  /** Answers with this HTTP status. */
  z.object({
    kind: z.literal('status'),
    status: z.int().min(300).max(599),
    retryAfterSeconds: z.int().optional(),
  }),
  /** Sends only the first half of the answer's body; an empty body stays empty. */
  z.object({ kind: z.literal('truncated') }),
  /** Signs the answer with another key; an unsigned answer stays as it is. */
  z.object({ kind: z.literal('bad_signature') }),
  /** Adds a field of `bytes` characters to a JSON answer. */
  z.object({ kind: z.literal('oversized'), bytes: z.int().positive().max(100_000_000) }),
  /** Refuses because the wallet is empty. */
  z.object({ kind: z.literal('wallet_empty') }),
])

export type SimulatedFault = z.infer<typeof fault>

/** Also the body of `POST /control/faults`. */
export const faultRule = z.object({
  endpoint: z.enum([...faultyRoutes, 'all']),
  fault,
  /**
   * `before` the call takes effect (the default), or `after`: the job is registered or the zip
   * accepted, but the partner is not informed. Faults of an answer's body are always `after`.
   */
  when: z.enum(['before', 'after']).default('before'),
  /** Number of calls that the fault applies to; without it, until cleared. */
  calls: z.int().positive().optional(),
})

export type FaultRule = z.input<typeof faultRule>

/** A fault as it applies to one call. */
export interface ActiveFault {
  readonly fault: SimulatedFault
  readonly when: 'before' | 'after'
}

export interface Faults {
  /** Earlier rules are tried first; at most one applies to a call. */
  add(rule: FaultRule): void
  clear(): void
  /** Returns the fault for this call and uses up one of the rule's calls. */
  take(endpoint: FaultyRoute): ActiveFault | undefined
}

export function openFaults(): Faults {
  let rules: { readonly rule: z.output<typeof faultRule>; callsLeft: number }[] = []
  return {
    add(rule) {
      const parsed = faultRule.parse(rule)
      rules.push({ rule: parsed, callsLeft: parsed.calls ?? Number.POSITIVE_INFINITY })
    },
    clear() {
      rules = []
    },
    take(endpoint) {
      const hit = rules.find(({ rule }) => rule.endpoint === 'all' || rule.endpoint === endpoint)
      if (hit === undefined) return undefined
      hit.callsLeft -= 1
      rules = rules.filter((each) => each.callsLeft > 0)
      return { fault: hit.rule.fault, when: whenOf(hit.rule) }
    },
  }
}

function whenOf({ fault: { kind }, when }: z.output<typeof faultRule>): 'before' | 'after' {
  const concernsAnswer = kind === 'truncated' || kind === 'bad_signature' || kind === 'oversized'
  return concernsAnswer ? 'after' : when
}
