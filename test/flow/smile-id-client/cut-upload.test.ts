// An upload that is cut off in the middle: the storage cannot have the whole zip, so the next one need not wait.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createSmileIdProvider } from '../../../server/providers/smile-id/create-smile-id.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { sendJson } from './http-stub.ts'
import { credentials, submission } from './smile-stub.ts'

/** More than the buffers between two sockets hold, so that the sender still has a part of it. */
const imageBytes = 32 * 1024 * 1024

type AnswerPut = (request: IncomingMessage, response: ServerResponse) => void

async function upload(t: TestContext, answerPut: AnswerPut) {
  const server = createServer((request, response) => {
    if (request.method === 'PUT') return answerPut(request, response)
    const upload_url = `http://${request.headers.host}/videos/1/selfie.zip`
    sendJson(response, 200, { upload_url, code: '2202' })
  })
  const port = await listenLocally(server)
  const provider = createSmileIdProvider(
    { fetch: loopbackFetch(), clock: new ManualClock(), log: silentLog },
    { baseUrl: `http://127.0.0.1:${port}/v1`, uploadHosts: [], credentials },
  )
  t.after(async () => {
    await provider.close()
    server.close()
    await once(server, 'close')
  })
  const images = ['front', 'selfie'] as const
  const openImages = async () => images.map((role) => ({ role, jpeg: Buffer.alloc(imageBytes) }))
  return provider.submit({ ...submission, openImages }, new AbortController().signal)
}

test('an upload that is cut off before its end has not arrived', async (t) => {
  const reply = await upload(t, (request) => request.socket.resetAndDestroy())
  assert.deepEqual(reply, { kind: 'not_arrived', reason: 'network' })
})

test('an upload that is refused before its end has not arrived', async (t) => {
  const reply = await upload(t, (_request, response) => {
    response.writeHead(503, { Connection: 'close' }).end()
  })
  assert.deepEqual(reply, { kind: 'not_arrived', reason: 'server_error' })
})
