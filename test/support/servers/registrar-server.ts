// A service that checks identities and is not Smile ID, on loopback: a bearer token, one PUT with the photos in base64,
// a state to poll, callbacks with a keyed hash. It proves that the product does not depend on one provider's protocol.

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'

/** What the registrar read on the document. */
interface RegistrarPerson {
  readonly given: string
  readonly family: string
  readonly born: string
  readonly number: string
}

interface RegistrarCheck {
  readonly photos: Readonly<Record<string, string>>
  polls: number
}

export interface RegistrarServer {
  readonly url: string
  readonly token: string
  /** The checks that were paid for, by our id. */
  readonly checks: ReadonlyMap<string, RegistrarCheck>
  /** Method and path of each request. */
  readonly requests: readonly string[]
  callbackFor(jobId: string): { readonly check: string; readonly proof: string }
  close(): Promise<void>
}

/** Polls that are answered `open` before the result. */
const openPolls = 1

export async function startRegistrar(person: RegistrarPerson): Promise<RegistrarServer> {
  const token = 'the-token-of-the-registrar'
  const checks = new Map<string, RegistrarCheck>()
  const requests: string[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request
    requests.push(`${method} ${path}`)
    if (request.headers.authorization !== `Bearer ${token}`) return send(response, 401, {})
    if (path === '/self') return send(response, 200, { organisation: 'Test bank' })
    const id = path.replace('/identity-checks/', '')
    if (method === 'PUT') {
      const { photos } = (await json(request)) as Pick<RegistrarCheck, 'photos'>
      if (!checks.has(id)) checks.set(id, { photos, polls: 0 })
      return send(response, 201, { receipt: `receipt-${checks.size}` })
    }
    const check = checks.get(id)
    if (check === undefined) return send(response, 404, {})
    check.polls += 1
    if (check.polls <= openPolls) return send(response, 200, { state: 'open' })
    return send(response, 200, { state: 'closed', verdict: 'genuine', person })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const port = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    checks,
    requests,
    callbackFor: (jobId) => ({ check: jobId, proof: proofOf(jobId, token) }),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function proofOf(check: string, token: string): string {
  return createHmac('sha256', token).update(check).digest('hex')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
