// Speaks with the appliance: the envelope, the token that proves our own page asks, and what is to be done
// where a session is over or a fresh proof is wanted. Every request of the console goes through here.

import { receiveFile } from './receive-file.ts'
import { hasCode, Refusal, readRefusal, unreachable } from './refusal.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly query?: Query
  readonly json?: unknown
  readonly signal?: AbortSignal
  /** How long an answer is waited for, in milliseconds; 30 s unless said, `Infinity` for as long as it takes. */
  readonly deadlineMs?: number
}

const usualDeadlineMs = 30_000

export interface ApiClient {
  /**
   * The `data` of the answer. `path` is below `/console/api`.
   * @throws Refusal, `unreachable` also where no answer came within the deadline
   */
  ask<Answer>(path: string, ask?: Ask): Promise<Answer>
  /**
   * The bytes of an answer that is no JSON: a picture, a file. `onPart` is told of each part as it comes.
   * @throws Refusal also where the answer breaks off
   */
  askForFile(path: string, ask?: Ask, onPart?: (part: Uint8Array) => void): Promise<Blob>
}

/** Who is told of what concerns more than the request itself. */
export interface ClientListeners {
  /** The session is over; what was shown of it is to go. */
  readonly onSignedOut: () => void
  /** Resolves to whether somebody proved anew who they are. */
  readonly onProofWanted: () => Promise<boolean>
}

export function createApiClient(listeners: ClientListeners): ApiClient {
  let csrfToken = ''

  async function send(path: string, ask: Ask): Promise<Response> {
    const response = await fetch(addressOf(path, ask.query), {
      method: ask.method ?? 'GET',
      credentials: 'same-origin',
      headers: {
        ...(csrfToken === '' ? {} : { 'svc-csrf': csrfToken }),
        ...(ask.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(ask.json === undefined ? {} : { body: JSON.stringify(ask.json) }),
      ...signalOf(ask),
    }).catch((error: unknown) => {
      throw ask.signal?.aborted ? error : unreachable()
    })
    if (!response.ok) throw await readRefusal(response)
    return response
  }

  /** Whether the session still stands; on the way, its token is learnt anew. */
  async function isSignedIn(): Promise<boolean> {
    try {
      await readAnswer(await send('/me', {}))
      return true
    } catch (error) {
      if (hasCode(error, 'unauthenticated')) return false
      throw error
    }
  }

  async function readAnswer(response: Response): Promise<unknown> {
    if (response.status === 204) return undefined
    const { data } = (await response.json()) as { data: unknown }
    const token = tokenIn(data)
    if (token !== undefined) csrfToken = token
    return data
  }

  /** Once more where that is known to help: with a token of another tab's sign-in, after a fresh proof. */
  async function sendPatiently(path: string, ask: Ask): Promise<Response> {
    try {
      return await send(path, ask)
    } catch (error) {
      if (path === '/me' || !(error instanceof Refusal)) throw error
      const { code } = error.parts
      if (code === 'confirmation_required' && (await listeners.onProofWanted())) {
        return send(path, ask)
      }
      if (code === 'unauthenticated' && !(await isSignedIn())) listeners.onSignedOut()
      if (code === 'cross_site_request') {
        const before = csrfToken
        if ((await isSignedIn()) && csrfToken !== before) return send(path, ask)
      }
      throw error
    }
  }

  return {
    async ask<Answer>(path: string, ask: Ask = {}) {
      return (await readAnswer(await sendPatiently(path, ask))) as Answer
    },
    async askForFile(path, ask = {}, onPart = () => {}) {
      const patient = { deadlineMs: Number.POSITIVE_INFINITY, ...ask }
      return receiveFile(await sendPatiently(path, patient), { onPart, signal: ask.signal })
    },
  }
}

/** The caller's own end of patience, or the deadline's. */
function signalOf({ signal, deadlineMs = usualDeadlineMs }: Ask): Pick<RequestInit, 'signal'> {
  const deadline = Number.isFinite(deadlineMs) ? [AbortSignal.timeout(deadlineMs)] : []
  const signals = signal === undefined ? deadline : [signal, ...deadline]
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }
}

function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const search = parameters.toString()
  return `/console/api${path}${search === '' ? '' : `?${search}`}`
}

function tokenIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('csrf_token' in answer)) return undefined
  return typeof answer.csrf_token === 'string' ? answer.csrf_token : undefined
}
