// Slow: reads 64 MB of an answer. flow/nodes/images.test.ts reads small ones in the fast lane.
// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openTarget } from '../../../server/backup/places/backup-place.ts'
import { backupPlaceIn } from '../../support/servers/s3-server.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'

/** Twice as much as is read of one answer. */
function* flood(): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024, 'x')
  for (let megabytes = 0; megabytes < 128; megabytes += 1) yield piece
}

test('a store that answers with far more than it was asked for is refused', async (t) => {
  const endpoint = await serveHttp(t, (request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xml', ETag: '"1"' })
    if (request.method === 'HEAD') response.end()
    else Readable.from(flood()).pipe(response)
  })
  const target = await openTarget(backupPlaceIn({ endpoint }, 'prefix'))
  t.after(() => target.close())
  await assert.rejects(target.list(''), { name: 'BackupError', reason: 'target_unusable' })
})
