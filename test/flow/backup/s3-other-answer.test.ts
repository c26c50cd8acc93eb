// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTarget } from '../../../server/backup/places/backup-place.ts'
import { backupPlaceIn } from '../../support/servers/s3-server.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'

interface Answer {
  readonly status: number
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** Lists the backups in a store that answers everything with this. */
async function listFrom(
  t: TestContext,
  { status, body, headers = { 'Content-Type': 'application/xml' } }: Answer,
) {
  const asked: (string | undefined)[] = []
  const endpoint = await serveHttp(t, (request, response) => {
    asked.push(request.headers['accept-encoding']?.toString())
    response.writeHead(status, headers).end(body)
  })
  const target = await openTarget(backupPlaceIn({ endpoint }, 'prefix'))
  t.after(() => target.close())
  try {
    return await target.list('')
  } finally {
    assert.deepEqual([...new Set(asked)], ['identity'])
  }
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
    const page = { body: '<html><br>busy</html>', headers: { 'Content-Type': 'text/html' } }
    await assert.rejects(listFrom(t, { status: 503, ...page }), { reason: 'target_unreachable' })
  })
})

test('a compressed answer of a store is not unpacked: a megabyte of it may become a gigabyte', async (t) => {
  const body = gzipSync('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
  const headers = { 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' }
  await assert.rejects(listFrom(t, { status: 200, body, headers }), {
    name: 'BackupError',
    reason: 'target_unusable',
  })
})
