// Slow: reads 64 MB of an answer. flow/nodes/images.test.ts reads small ones in the fast lane.
// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openTarget } from '../../../server/backup/places/backup-place.ts'

/** Twice as much as is read of one answer. */
function* flood(): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let megabytes = 0; megabytes < 128; megabytes += 1) yield piece
}

test('a store that answers with far more than it was asked for is refused', async (t) => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xml', ETag: '"1"' })
    if (request.method === 'HEAD') response.end()
    else Readable.from(flood()).pipe(response)
  })
  const port = await listenLocally(server)
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${port}`
  const access = { endpoint, region: 'us-east-1', keyId: 'id', secretKey: 'key', caFile: undefined }
  const target = await openTarget({ to: 's3://bucket/prefix', s3: access, ownPorts: [] })
  t.after(() => target.close())
  await assert.rejects(target.list(''), { name: 'BackupError', reason: 'target_unusable' })
})
