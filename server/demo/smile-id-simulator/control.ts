// `/control/...`: lets a test control and read a simulator in another process. Not part of Smile
// ID's protocol. Answers only this machine, and changes nothing on a request that a web page could
// forge.

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { type Callbacks, callbackModes } from './callbacks.ts'
import { jsonReply, type Reply, readJsonBody } from './exchange.ts'
import { type Faults, faultRule } from './faults.ts'
import type { LedgerEntry } from './ledger-entry.ts'

export interface ControlNeeds {
  readonly faults: Faults
  readonly callbacks: Callbacks
  readonly ledger: () => readonly LedgerEntry[]
}

const callbackOrder = z.union([
  z.object({ automatic: z.union([z.literal('off'), z.object({ delayMs: z.number() })]) }),
  z.object({ jobId: z.string(), mode: z.enum(callbackModes) }),
])

/**
 * `GET /control/ledger`, `POST /control/faults` (one FaultRule), `DELETE /control/faults`, `POST
 * /control/callbacks` (`{automatic}` or `{jobId, mode}`).
 */
export async function answerControl(
  needs: ControlNeeds,
  request: IncomingMessage,
  path: string,
): Promise<Reply> {
  if (!isFromThisMachine(request)) return jsonReply(403, { error: 'Control is local only' })
  switch (`${request.method} ${path}`) {
    case 'GET /control/ledger':
      return jsonReply(200, { jobs: needs.ledger() })
    case 'POST /control/faults':
      return addFault(needs, request)
    case 'DELETE /control/faults':
      needs.faults.clear()
      return done
    case 'POST /control/callbacks':
      return orderCallbacks(needs, request)
    default:
      return jsonReply(404, { error: 'No such control' })
  }
}

const done = jsonReply(200, { success: true })
const malformed = jsonReply(400, { error: 'Malformed control request' })

async function addFault(needs: ControlNeeds, request: IncomingMessage): Promise<Reply> {
  const rule = faultRule.safeParse(await readControlBody(request))
  if (!rule.success) return malformed
  needs.faults.add(rule.data)
  return done
}

async function orderCallbacks(needs: ControlNeeds, request: IncomingMessage): Promise<Reply> {
  const order = callbackOrder.safeParse(await readControlBody(request))
  if (!order.success) return malformed
  if ('automatic' in order.data) {
    needs.callbacks.setAutomatic(order.data.automatic)
    return done
  }
  const { jobId, mode } = order.data
  return jsonReply(200, { attempts: await needs.callbacks.deliver(jobId, mode) })
}

/**
 * Accepts only the JSON content type, which a foreign web page cannot send without a CORS
 * preflight.
 */
function readControlBody(request: IncomingMessage): Promise<unknown> {
  const isJson = request.headers['content-type']?.startsWith('application/json')
  return isJson ? readJsonBody(request) : Promise.resolve(undefined)
}

function isFromThisMachine(request: IncomingMessage): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return address === '::1' || address.startsWith('127.')
}
