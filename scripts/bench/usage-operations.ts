// The operations of the usage model and the usage that each must cause. Every operation has an Idempotency-Key and is
// repeated until it is answered, so that its result is known even if the server is killed meanwhile.

import { specimenForm } from './specimen-form.ts'

export interface Keys {
  readonly sandbox: string
  readonly live: string
  readonly revoked: string
}

/** How often a verification was metered, by source. */
export type Metered = Record<string, number>

/** A submitted live verification; its outcome is read later. */
interface LiveSubmission {
  readonly isScoreRequested: boolean
}

export interface Outcomes {
  /** Expected usage by verification. */
  readonly metered: Map<string, Metered>
  /** Answers by API key, path, status and code. */
  readonly answers: Record<string, number>
  /** Sandbox verifications whose score can be retrieved. */
  readonly sandboxIds: string[]
  readonly live: Map<string, LiveSubmission>
  readonly sent: Operation[]
  /** Idempotency keys whose success is counted already. */
  readonly counted: Set<string>
}

export interface Operation {
  readonly path: '/kyc/sandbox/verify' | '/kyc/verify' | '/score/get'
  readonly apiKey: keyof Keys
  readonly idempotencyKey: string
  /** JSON, or the fields of a live submission's form. */
  readonly body: Readonly<Record<string, string | boolean | undefined>>
  /** Number of parallel copies. */
  readonly copies: number
}

export interface Answer {
  readonly status: number
  readonly code: string
  readonly data: Readonly<Record<string, unknown>>
}

const applicant = {
  country: 'SN',
  id_type: 'passport',
  first_name: 'Awa',
  last_name: 'Marabout',
  date_of_birth: '1990-01-01',
}
const sandboxOutcomes = [
  'approved',
  'approved',
  'declined',
  'error',
  'scoring_unavailable',
] as const

interface ChoiceInput {
  readonly random: () => number
  readonly known: Outcomes
  /** Maximum number of parallel copies with one Idempotency-Key. */
  readonly copiesMax: number
}

/** Chooses the next operation at random. */
export function chooseOperation(index: number, choosing: ChoiceInput): Operation {
  const { random, known, copiesMax } = choosing
  const idempotencyKey = `operation-${index}`
  const chance = random()
  const earlier = pick(random, known.sent)
  if (chance < 0.1 && earlier) return { ...earlier, copies: 1 }
  const copies = random() < 0.02 ? copiesMax : 1
  const sandboxId = pick(random, known.sandboxIds)
  if (chance < 0.35 && sandboxId) {
    return retrieval({ apiKey: 'sandbox', idempotencyKey, copies, verificationId: sandboxId })
  }
  const liveId = pick(random, [...known.live.keys()])
  if (chance < 0.45 && liveId) {
    return retrieval({ apiKey: 'live', idempotencyKey, copies, verificationId: liveId })
  }
  if (chance < 0.55) {
    const body = { score_requested: random() < 0.7 }
    return { path: '/kyc/verify', apiKey: 'live', idempotencyKey, body, copies: 1 }
  }
  const sandbox_outcome = pick(random, sandboxOutcomes)
  // A score can be skipped only if it was requested.
  const score_requested = sandbox_outcome === 'scoring_unavailable' || random() < 0.5
  const body = { ...applicant, id_number: `A${index}`, score_requested, sandbox_outcome }
  const apiKey = chance < 0.6 ? 'revoked' : 'sandbox'
  return { path: '/kyc/sandbox/verify', apiKey, idempotencyKey, body, copies }
}

export function retrieval(
  asked: Pick<Operation, 'apiKey' | 'idempotencyKey' | 'copies'> & {
    readonly verificationId: string
  },
): Operation {
  const { verificationId, ...rest } = asked
  return { ...rest, path: '/score/get', body: { verificationId } }
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

export async function send(url: string, keys: Keys, operation: Operation): Promise<Answer> {
  const { path, apiKey, idempotencyKey, body } = operation
  const isForm = path === '/kyc/verify'
  const response = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${keys[apiKey]}`,
      'Idempotency-Key': idempotencyKey,
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm ? specimenForm(textsOf(body)) : JSON.stringify(body),
  })
  const { data = {}, error } = (await response.json()) as {
    data?: Record<string, unknown>
    error?: { code: string }
  }
  return { status: response.status, code: error?.code ?? '', data }
}

/**
 * Adds the expected usage of a successful operation. A repeat adds nothing, while an operation that failed
 * temporarily (no engine) may succeed with the same key later.
 */
export function expectMetered(outcomes: Outcomes, operation: Operation, answer: Answer): void {
  const { path, body, idempotencyKey } = operation
  if (answer.status >= 300 || outcomes.counted.has(idempotencyKey)) return
  outcomes.counted.add(idempotencyKey)
  switch (path) {
    case '/score/get':
      count(outcomes, String(body.verificationId), 'score_retrieval')
      return
    case '/kyc/verify':
      outcomes.live.set(String(answer.data.id), { isScoreRequested: body.score_requested === true })
      return
    case '/kyc/sandbox/verify': {
      const id = String(answer.data.id)
      count(outcomes, id, 'verification')
      if (answer.data.score !== null) count(outcomes, id, 'score_requested')
      outcomes.sandboxIds.push(id)
    }
  }
}

export function count({ metered }: Outcomes, verificationId: string, source: string): void {
  const counts = metered.get(verificationId) ?? {}
  metered.set(verificationId, counts)
  counts[source] = (counts[source] ?? 0) + 1
}

function textsOf(body: Operation['body']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
}
