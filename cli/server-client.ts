// HTTP client for a running server; turns its error answers back into errors.

import { z } from 'zod'
import { AppError, errorCodes } from '../server/kernel/app-error.ts'
import { tryJson } from '../server/kernel/try-json.ts'
import { CommandError } from './command-error.ts'
import { RemoteRefusal } from './report-error.ts'

/** A server and the API key to use there. */
export interface Server {
  /** Without `/v1` and without a slash at the end. */
  readonly url: string
  readonly key: string
}

interface ServerRequest {
  readonly method: 'GET' | 'POST'
  /** Below `/v1`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ReadableStream<Uint8Array>
  /** For the whole request and response. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const answerShape = z.object({ data: z.unknown() })
const refusalShape = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    request_id: z.string().optional(),
    details: z
      .array(z.object({ param: z.string(), code: z.string(), message: z.string() }))
      .optional(),
  }),
})

/**
 * Returns the `data` of the answer.
 * @throws RemoteRefusal; CommandError `unreachable`, `timed_out`; the reason of `signal`
 */
export async function askServer(server: Server, request: ServerRequest): Promise<unknown> {
  const deadline = AbortSignal.timeout(request.timeoutMs)
  try {
    const response = await fetch(`${server.url}/v1${request.path}`, {
      method: request.method,
      headers: { ...request.headers, Authorization: `Bearer ${server.key}` },
      // A redirect would send the key to another server.
      redirect: 'error',
      signal: AbortSignal.any([request.signal, deadline]),
      ...(request.body === undefined ? {} : { body: request.body, duplex: 'half' }),
    })
    return readAnswer(server, response.status, await response.text())
  } catch (error) {
    if (error instanceof AppError) throw error
    request.signal.throwIfAborted()
    throw deadline.aborted ? tooSlow(server, request) : unreachable(server, error)
  }
}

function readAnswer(server: Server, status: number, text: string): unknown {
  const body = tryJson(text)
  const answer = answerShape.safeParse(body)
  if (status < 400 && answer.success) return answer.data.data
  const refusal = refusalShape.safeParse(body)
  if (!refusal.success) {
    const message = `${server.url} answered ${status}, but not as svc does. Is it the right URL?`
    throw new AppError('internal_error', message)
  }
  const { code, message, details, request_id: requestId } = refusal.data.error
  throw new RemoteRefusal(new AppError(code, message, details === undefined ? {} : { details }), {
    requestId,
    url: server.url,
  })
}

/** Error codes of a server whose certificate is not trusted. */
const untrusted = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|^CERT_|ALTNAME/

function tooSlow(server: Server, { timeoutMs }: ServerRequest): CommandError {
  const seconds = Math.round(timeoutMs / 1000)
  return new CommandError('timed_out', `${server.url} did not answer within ${seconds} seconds.`)
}

function unreachable(server: Server, error: unknown): CommandError {
  const cause = error instanceof Error ? error.cause : undefined
  const name = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  if (name !== undefined && untrusted.test(name)) {
    const message = `the certificate of ${server.url} is not trusted (${name}). If your own authority issued it, name that authority's certificate in NODE_EXTRA_CA_CERTS.`
    return new CommandError('unreachable', message)
  }
  const code = name === undefined ? '' : ` (${name})`
  return new CommandError(
    'unreachable',
    `${server.url} cannot be reached${code}. Is the server running? --url or SVC_URL names another.`,
  )
}
