// Slow: reads half a million names. s3-other-answer.test.ts reads short answers in the fast lane.
// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTarget } from '../../../server/backup/places/backup-place.ts'
import { backupPlaceIn } from '../../support/servers/s3-server.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'

const page =
  '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>on</NextContinuationToken>' +
  `${'<Contents><Key>p/a</Key></Contents>'.repeat(9_000)}</ListBucketResult>`

test('a store whose listing does not end is refused before it fills the memory', async (t) => {
  const endpoint = await serveHttp(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(page)
  })
  const target = await openTarget(backupPlaceIn({ endpoint }, 'p'))
  t.after(() => target.close())
  await assert.rejects(target.list(''), {
    name: 'BackupError',
    reason: 'target_unusable',
    message: /lists 500000 files or more/,
  })
})
