// An upload that is cut off in the middle: the storage cannot have the whole zip, so the next one need not wait.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createSmileIdProvider } from '../../../server/providers/smile-id/create-smile-id.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { sendJson } from './http-stub.ts'
import { credentials, submission } from './smile-stub.ts'

/** More than the buffers between two sockets hold, so that the sender still has a part of it. */
const imageBytes = 32 * 1024 * 1024

test('an upload that is cut off before its end has not arrived', async (t) => {
  const server = createServer((request, response) => {
    if (request.method === 'PUT') return void request.socket.resetAndDestroy()
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
  const reply = await provider.submit({ ...submission, openImages }, new AbortController().signal)
  assert.deepEqual(reply, { kind: 'not_arrived', reason: 'network' })
})
