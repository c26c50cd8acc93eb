// The receiver's server, on this machine only, and its routes.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TlsIdentity } from '../../egress/secure-context.ts'
import type { Log } from '../../kernel/log.ts'
import { openDemoListener } from '../listening/demo-listener.ts'
import { sendAnswer } from './answer.ts'
import { behaviourOf } from './behaviour.ts'
import { toDeliveryJson } from './delivery-json.ts'
import { type ReceiveNeeds, receive } from './receive.ts'

interface ServerNeeds extends ReceiveNeeds {
  readonly log: Log
}

export async function listenAsReceiver(
  needs: ServerNeeds,
  place: { readonly port: number; readonly tls: TlsIdentity | undefined },
) {
  return openDemoListener((request, response) => void serve(needs, request, response), place)
}

async function serve(
  needs: ServerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await route(needs, request, response)
  } catch (cause) {
    // A sender that disconnects during its request is not an error of ours.
    if (request.destroyed && !request.complete) return
    needs.log.error('webhook_receiver_fault', {}, cause)
    if (!response.headersSent) response.writeHead(500).end()
  }
}

async function route(
  needs: ServerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (path === '/deliveries' && isRead) {
    const deliveries = needs.memory.latest().map(toDeliveryJson)
    return sendText(response, 200, `${JSON.stringify({ deliveries }, undefined, 2)}\n`)
  }
  const behaviour = behaviourOf(path)
  if (behaviour === undefined) return sendText(response, 404, guide)
  if (request.method !== 'POST') return sendText(response, 405, guide)
  const { answer } = await receive(needs, { path, behaviour, request })
  sendAnswer(needs.clock, response, answer)
}

const guide = `${JSON.stringify({
  post: '/ /status/500 /gone /slow/2000 /flaky/2 /hang /reset',
  get: '/deliveries',
})}\n`

function sendText(response: ServerResponse, status: 200 | 404 | 405, body: string): void {
  const allow = status === 405 ? { Allow: 'POST' } : {}
  response.writeHead(status, { 'Content-Type': 'application/json', ...allow }).end(body)
}
