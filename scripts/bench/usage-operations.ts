// The operations of the usage model, and what each must come to. Every one carries an Idempotency-Key and
// is repeated until it is answered, so that nothing is left in doubt by a server that dies meanwhile.

import { specimenForm } from './specimen-form.ts'

export interface Keys {
  readonly sandbox: string
  readonly live: string
  readonly revoked: string
}

/** How often a verification was metered, by source. */
export type Metered = Record<string, number>

export interface Outcomes {
  /** What must have been metered, by verification. */
  readonly metered: Map<string, Metered>
  /** Answers by status and code. */
  readonly answers: Record<string, number>
  /** Whose score can be asked for, one way or the other. */
  readonly verificationIds: string[]
  readonly sent: Operation[]
}

export interface Operation {
  readonly path: string
  readonly key: string
  readonly idempotencyKey: string
  /** JSON, or the form of a live submission. */
  readonly body: Readonly<Record<string, unknown>> | 'form'
  /** How many at the same time. */
  readonly copies: number
}

export interface Answer {
  readonly status: number
  readonly code: string
  readonly data: Readonly<Record<string, unknown>>
}

const person = {
  country: 'SN',
  id_type: 'passport',
  first_name: 'Awa',
  last_name: 'Marabout',
  date_of_birth: '1990-01-01',
}
const outcomes = ['approved', 'approved', 'declined', 'error', 'scoring_unavailable'] as const

/** The next one, by chance. */
export function chooseOperation(
  index: number,
  { keys, random, known }: { keys: Keys; random: () => number; known: Outcomes },
): Operation {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const idempotencyKey = `operation-${index}`
  const chance = random()
  const earlier = pick(known.sent)
  if (chance < 0.1 && earlier) return { ...earlier, copies: 1 }
  const verificationId = pick(known.verificationIds)
  if (chance < 0.45 && verificationId) {
    const copies = chance < 0.11 ? 50 : 1
    const body = { verificationId }
    return { path: '/score/get', key: keys.sandbox, idempotencyKey, body, copies }
  }
  if (chance < 0.5) {
    return { path: '/kyc/verify', key: keys.live, idempotencyKey, body: 'form', copies: 1 }
  }
  const sandbox_outcome = pick(outcomes)
  // Where a score is to be skipped, it has to be asked for.
  const score_requested = sandbox_outcome === 'scoring_unavailable' || random() < 0.5
  const body = { ...person, id_number: `A${index}`, score_requested, sandbox_outcome }
  const key = chance < 0.55 ? keys.revoked : keys.sandbox
  const copies = chance > 0.99 ? 50 : 1
  return { path: '/kyc/sandbox/verify', key, idempotencyKey, body, copies }
}

export async function send(url: string, operation: Operation): Promise<Answer> {
  const { path, key, idempotencyKey, body } = operation
  const isForm = body === 'form'
  const response = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Idempotency-Key': idempotencyKey,
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm ? specimenForm({}) : JSON.stringify(body),
  })
  const { data = {}, error } = (await response.json()) as {
    data?: Record<string, unknown>
    error?: { code: string }
  }
  return { status: response.status, code: error?.code ?? '', data }
}

/** What must be metered for the settled answer of an operation that was answered for the first time. */
export function expectMetered(outcomes: Outcomes, { path, body }: Operation, answer: Answer): void {
  if (answer.status >= 300) return
  const { metered, verificationIds } = outcomes
  const retrieved = body === 'form' ? undefined : body.verificationId
  const verificationId = String(path === '/score/get' ? retrieved : answer.data.id)
  const counts = metered.get(verificationId) ?? {}
  metered.set(verificationId, counts)
  const add = (source: string) => {
    counts[source] = (counts[source] ?? 0) + 1
  }
  if (path === '/score/get') {
    add('score_retrieval')
    return
  }
  add('verification')
  if (answer.data.score !== null) add('score_requested')
  if (path === '/kyc/sandbox/verify') verificationIds.push(verificationId)
}
