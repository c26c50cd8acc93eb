// The simulator's server: its few routes, and the order of fault, call
// and answer for each request.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TlsIdentity } from '../../egress/secure-context.ts'
import type { Log } from '../../kernel/log.ts'
import { openDemoListener } from '../listening/demo-listener.ts'
import { answerControl, type ControlNeeds } from './control.ts'
import { jsonReply, type Reply, sendReply, xmlReply } from './exchange.ts'
import type { Faults, FaultyRoute } from './faults.ts'
import { answerJobStatus } from './job-status.ts'
import { answerPrepUpload } from './prep-upload.ts'
import { answerServices } from './services.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { underFault } from './spoil-exchange.ts'
import { answerZipUpload } from './zip-upload.ts'

interface ServerNeeds {
  readonly context: SimulatorContext
  readonly faults: Faults
  readonly control: ControlNeeds
  readonly log: Log
}

interface ListeningServer {
  /** The actual port. */
  readonly port: number
  /** Closes every connection and waits until no call is under way. */
  close(): Promise<void>
}

export async function listenAsSimulator(
  needs: ServerNeeds,
  place: { readonly host: string; readonly port: number; readonly tls: TlsIdentity | undefined },
): Promise<ListeningServer> {
  const underWay = new Set<Promise<void>>()
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const serving = serve(needs, request, response).finally(() => underWay.delete(serving))
    underWay.add(serving)
  }
  const { port, close } = await openDemoListener(onRequest, place)
  return {
    port,
    async close() {
      await close()
      await Promise.all(underWay)
    },
  }
}

async function serve(
  needs: ServerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await answer(needs, request, response)
    if (reply !== 'silent') sendReply(response, reply)
  } catch (cause) {
    // A partner that disconnects during its request is not an error of ours.
    if (request.destroyed && !request.complete) return
    needs.log.error('smile_id_simulator_fault', {}, cause)
    if (!response.headersSent) sendReply(response, systemError)
  }
}

const systemError = jsonReply(500, { error: 'system error', code: '2201' })

async function answer(
  needs: ServerNeeds,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply | 'silent'> {
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  if (url === null) return jsonReply(404, { error: 'Not found' })
  if (url.pathname.startsWith('/control/')) {
    return answerControl(needs.control, request, url.pathname)
  }
  const endpoint = routeOf(request.method, url.pathname)
  if (endpoint === 'nowhere') return jsonReply(404, { error: 'Not found' })
  if (endpoint === 'images') return xmlReply(404, 'NoSuchKey', 'No picture is kept.')
  const exchange = { clock: needs.context.clock, endpoint, request, response }
  return underFault(exchange, needs.faults.take(endpoint), () =>
    call(needs, endpoint, request, url),
  )
}

function routeOf(method: string | undefined, path: string): FaultyRoute | 'images' | 'nowhere' {
  if (path.startsWith('/videos/')) return 'put'
  if (path.startsWith('/pictures/')) return 'images'
  switch (`${method} ${path}`) {
    case 'POST /v1/upload':
      return 'upload'
    case 'POST /v1/job_status':
      return 'job_status'
    case 'GET /v1/services':
      return 'services'
    default:
      return 'nowhere'
  }
}

async function call(
  { context }: ServerNeeds,
  endpoint: FaultyRoute,
  request: IncomingMessage,
  url: URL,
): Promise<Reply> {
  switch (endpoint) {
    case 'upload':
      return answerPrepUpload(context, request)
    case 'put':
      return answerZipUpload(context, request, url)
    case 'job_status':
      return answerJobStatus(context, request)
    case 'services':
      return answerServices()
  }
}
