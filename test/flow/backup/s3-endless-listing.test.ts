// Slow: reads half a million names. s3-other-answer.test.ts reads short answers in the fast lane.
// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openTarget } from '../../../server/backup/places/backup-place.ts'

const page =
  '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>on</NextContinuationToken>' +
  `${'<Contents><Key>p/a</Key></Contents>'.repeat(9_000)}</ListBucketResult>`

test('a store whose listing does not end is refused before it fills the memory', async (t) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(page)
  })
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`
  const access = { endpoint, region: 'us-east-1', keyId: 'id', secretKey: 'key', caFile: undefined }
  const target = await openTarget({ to: 's3://bucket/p', s3: access, ownPorts: [] })
  t.after(async () => {
    await target.close()
    server.closeAllConnections()
    server.close()
  })
  await assert.rejects(target.list(''), {
    name: 'BackupError',
    reason: 'target_unusable',
    message: /lists 500000 files or more/,
  })
})
