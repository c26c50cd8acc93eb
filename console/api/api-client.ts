// The HTTP client of the console: unwraps the envelope, sends the CSRF token, waits for a new sign-in
// when the session ends and asks for a fresh proof where the server requires one. Every request goes
// through it.

import type { SignedInJson } from '../../server/users/user-json.ts'
import { loadRefusalTexts } from '../words/refusal-texts.ts'
import { receiveFile } from './receive-file.ts'
import { ApiRefusal, isRefusedWith, readRefusal, signedOut, unreachable } from './refusal.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface Ask {
  /** Of a change; without one the request is a read (GET). */
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  readonly query?: Query
  readonly json?: unknown
  readonly signal?: AbortSignal
  /** Time limit for a response, in milliseconds; 30 s by default, `Infinity` for none. */
  readonly deadlineMs?: number
}

const usualDeadlineMs = 30_000

export interface ApiClient {
  /**
   * Returns the `data` of the response. `path` is below `/console/api`. @throws Refusal,
   * `unreachable` also when the deadline passes
   */
  ask<Answer>(path: string, ask?: Ask): Promise<Answer>
  /**
   * Returns a response that is not JSON, such as an image or a file; calls `onPart` with each part
   * as it arrives. @throws Refusal also where the response breaks off
   */
  askForFile(path: string, ask?: Ask, onPart?: (part: Uint8Array) => void): Promise<Blob>
}

/** What concerns more than one request. */
interface ClientListeners {
  /** Whether somebody is at the page. Requests of a page that nobody is at do not keep the session alive. */
  readonly isAttended: () => boolean
  /** Whether the page is kept for a user whose session has ended: nothing of it is sent until they are back. */
  readonly isAway: () => boolean
  /** The session has ended. */
  readonly onSignedOut: () => void
  /** Somebody else has signed in, in another window of this browser. */
  readonly onOtherUser: (me: SignedInJson) => void
  /** Resolves to true once the same user has signed in again, to false where nobody waits for that. */
  readonly onSignInWanted: () => Promise<boolean>
  /** Resolves to true once the user has given a fresh proof, to false if they would not. */
  readonly onProofWanted: () => Promise<boolean>
}

export function createApiClient(listeners: ClientListeners): ApiClient {
  let csrfToken = ''
  /** Whose session the token is of. */
  let userId: string | undefined

  const send = (path: string, ask: Ask) =>
    sendOnce(path, ask, headersOf(ask, csrfToken, listeners.isAttended()))

  function keep(me: SignedInJson): void {
    csrfToken = me.csrf_token
    userId = me.user.id
  }

  /** Returns undefined once the session has ended. */
  async function readMe(): Promise<SignedInJson | undefined> {
    try {
      const { data } = (await (await send('/me', {})).json()) as { data: SignedInJson }
      return data
    } catch (error) {
      if (isRefusedWith(error, 'unauthenticated')) return undefined
      throw error
    }
  }

  /** Keeps the token of a session that begins, is renewed or is read again. */
  async function readAnswer(response: Response): Promise<unknown> {
    if (response.status === 204) return undefined
    const { data } = (await response.json()) as { data: unknown }
    if (isSignedIn(data)) keep(data)
    return data
  }

  /** Sends a request again with the token of another sign-in, or after a fresh proof. */
  async function sendPatiently(path: string, ask: Ask): Promise<Response> {
    await waitForUser(listeners, path, ask)
    const before = csrfToken
    try {
      return await send(path, ask)
    } catch (error) {
      const code = path === '/me' || !(error instanceof ApiRefusal) ? undefined : error.parts.code
      if (code === 'confirmation_required' && (await listeners.onProofWanted())) {
        return send(path, ask)
      }
      if (code === 'unauthenticated' || code === 'cross_site_request') {
        const me = await readMe()
        if (me === undefined) listeners.onSignedOut()
        else if (userId !== undefined && me.user.id !== userId) {
          // What one user asked for is never sent for another.
          listeners.onOtherUser(me)
          throw error
        } else keep(me)
        if (me !== undefined && csrfToken !== before) return sendPatiently(path, ask)
        const mayWait = me?.stage !== 'full' && !path.startsWith('/sign-')
        if (mayWait && (await listeners.onSignInWanted())) return sendPatiently(path, ask)
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
      const response = await sendPatiently(path, patient)
      return receiveFile(response, { onPart, signal: ask.signal, isRead: !ask.method })
    },
  }
}

/** @throws Refusal where they leave instead of signing in again */
async function waitForUser(listeners: ClientListeners, path: string, ask: Ask): Promise<void> {
  if (!listeners.isAway() || isOfSignIn(path)) return
  if (!(await listeners.onSignInWanted())) throw signedOut(!ask.method)
}

/** What the dialog above a page asks whose session has ended. */
function isOfSignIn(path: string): boolean {
  return path.startsWith('/sign-') || ['/me', '/me/notices/seen', '/setup'].includes(path)
}

/** @throws Refusal, `unreachable` also when the deadline passes */
async function sendOnce(path: string, ask: Ask, headers: HeadersInit): Promise<Response> {
  const response = await fetch(addressOf(path, ask.query), {
    method: ask.method ?? 'GET',
    credentials: 'same-origin',
    headers,
    ...(ask.json === undefined ? {} : { body: JSON.stringify(ask.json) }),
    ...signalOf(ask),
  }).catch((error: unknown) => {
    throw ask.signal?.aborted ? error : unreachable(!ask.method)
  })
  if (response.ok) return response
  const refusal = await readRefusal(response, !ask.method)
  // Others have a text of the console's own for their code.
  if ([400, 409].includes(response.status)) await loadRefusalTexts()
  throw refusal
}

function headersOf(ask: Ask, csrfToken: string, isAttended: boolean): Record<string, string> {
  return {
    ...(csrfToken === '' ? {} : { 'svc-csrf': csrfToken }),
    ...(isAttended ? {} : { 'svc-unattended': 'yes' }),
    ...(ask.json === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}

/** Combines the abort signal given by the page with the deadline. */
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

function isSignedIn(answer: unknown): answer is SignedInJson {
  return typeof answer === 'object' && answer !== null && 'csrf_token' in answer && 'user' in answer
}
