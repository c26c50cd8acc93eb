// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openTarget } from '../../../server/backup/places/backup-place.ts'

/** Lists the backups in a store that answers everything with this. */
async function listFrom(
  t: TestContext,
  { status, body, type = 'application/xml' }: { status: number; body: string; type?: string },
) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body)
  })
  const endpoint = `http://127.0.0.1:${await listenLocally(server)}`
  const access = { endpoint, region: 'us-east-1', keyId: 'id', secretKey: 'key', caFile: undefined }
  const target = await openTarget({ to: 's3://bucket/prefix', s3: access, ownPorts: [] })
  t.after(async () => {
    await target.close()
    server.closeAllConnections()
    server.close()
  })
  return target.list('')
}

const unclosed = '<a>'.repeat(1_000)
const denied = '<Error><Code>AccessDenied</Code></Error>'

describe('a store that answers with what only looks like XML', () => {
  test('is unusable, and the settings to check are named', async (t) => {
    await assert.rejects(listFrom(t, { status: 200, body: unclosed }), {
      name: 'BackupError',
      reason: 'target_unusable',
      message: /something else than S3 does\. Check SVC_BACKUP_S3_ENDPOINT/,
    })
  })

  test('is judged by its status where it refuses, and by its code where that can be read', async (t) => {
    await assert.rejects(listFrom(t, { status: 403, body: unclosed + denied }), {
      reason: 'target_unusable',
      message: /\(403\)/,
    })
    await assert.rejects(listFrom(t, { status: 403, body: denied }), {
      reason: 'target_unusable',
      message: /\(403, AccessDenied\)/,
    })
    const page = { body: '<html><br>busy</html>', type: 'text/html' }
    await assert.rejects(listFrom(t, { status: 503, ...page }), { reason: 'target_unreachable' })
  })
})
