// A partner's callback endpoint on this machine: keeps what arrives and answers as told.

import { EventEmitter, once } from 'node:events'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { serveHttp } from '../../support/servers/serve-http.ts'
import type { CertifiedKey } from '../../support/tls.ts'

export interface Received {
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

interface CallbackReceiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Status of every answer from now on, or none at all; 200 at first. */
  answerWith(status: number | 'nothing'): void
  /** Resolves when one more callback has arrived. */
  arrival(): Promise<void>
}

export async function openReceiver(t: TestContext, tls?: CertifiedKey): Promise<CallbackReceiver> {
  const received: Received[] = []
  const arrivals = new EventEmitter()
  let status: number | 'nothing' = 200
  const answer: RequestListener = async (request, response) => {
    const body = await text(request)
    received.push({ text: body, body: JSON.parse(body) })
    arrivals.emit('arrival')
    if (status === 'nothing') return
    response.writeHead(status, { Location: 'http://192.0.2.1/' }).end()
  }
  return {
    url: `${await serveHttp(t, answer, tls)}/smile`,
    received,
    async arrival() {
      await once(arrivals, 'arrival')
    },
    answerWith(next) {
      status = next
    },
  }
}
