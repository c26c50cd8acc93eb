// SQLite only: about a store, not the database.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openTarget } from '../../../server/backup/places/backup-place.ts'
import { backupPlaceIn } from '../../support/servers/s3-server.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'

async function listFrom(t: TestContext, endpoint: string, caFile?: string): Promise<unknown> {
  const place = backupPlaceIn({ endpoint }, 'prefix')
  const target = await openTarget({ ...place, s3: { ...place.s3, caFile } })
  t.after(() => target.close())
  return await target.list('')
}

const away = { name: 'BackupError', reason: 'target_unreachable' }

test('a store whose certificate is not believed is not said to be away: the setting of its authority is named', async (t) => {
  const authority = await makeAuthority()
  const server = createServer(await certifyServer(authority), (_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'application/xml' })
      .end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
  })
  const port = await listenLocally(server)
  t.after(() => server.close())
  const endpoint = `https://127.0.0.1:${port}`
  await assert.rejects(listFrom(t, endpoint), {
    ...away,
    message: /TLS fails \([A-Z_]+\)\. .* name the authority in SVC_BACKUP_S3_CA_FILE/,
  })
  const caFile = join(tempFolder(t), 'ca.pem')
  writeFileSync(caFile, authority.cert)
  assert.deepEqual(await listFrom(t, endpoint, caFile), [])
})

test('a refused connection, and an address that calls may not go to, are told apart', async (t) => {
  const port = await freePort()
  await assert.rejects(listFrom(t, `http://127.0.0.1:${port}`), {
    ...away,
    message: /cannot be reached \(ECONNREFUSED\)\. Check SVC_BACKUP_S3_ENDPOINT/,
  })
  await assert.rejects(listFrom(t, 'https://169.254.169.254'), {
    ...away,
    message: /an address to which no call may go/,
  })
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n'
const brokenOff: readonly (readonly [what: string, sent: string])[] = [
  ['in its head', head],
  ['before its length', `${head}Content-Length: 500\r\n\r\n<ListBucketResult>`],
  ['in a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n40\r\n<ListBucketResult>`],
]
for (const [what, sent] of brokenOff) {
  test(`an answer that ends ${what} is that of a store that cannot be reached`, async (t) => {
    const endpoint = await serveHttp(t, (request) => request.socket.end(sent))
    await assert.rejects(listFrom(t, endpoint), away)
  })
}
