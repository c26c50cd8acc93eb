// Slow: sends backups to a store in parts. restore-command.test.ts makes one in the fast lane.
// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BackupError } from '../../../server/backup/backup-error.ts'
import { openTarget } from '../../../server/backup/places/backup-place.ts'
import { readSmall } from '../../../server/backup/places/backup-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { openBackupScene } from '../../support/scenes/backup-scene.ts'
import {
  backupPlaceIn,
  backupSettingsIn,
  openS3Server,
  type S3Server,
} from '../../support/servers/s3-server.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'

let s3: S3Server
before(async () => {
  s3 = await openS3Server()
  await s3.start()
})
after(() => s3.remove())

/** Parts have 16 MB at most: a first and a last one, in the long lane with one between them. */
for (const [lane, megabytes] of [
  ['', 17],
  [' (long)', 33],
] as const) {
  test(`large files of ${megabytes} MB go in parts and come back as they were${lane}`, () =>
    assertSentInParts(megabytes))
}

async function assertSentInParts(megabytes: number): Promise<void> {
  const target = await openTarget(backupPlaceIn(s3, 'parts'))
  const chunks = Array.from({ length: megabytes }, () => randomBytes(1_000_000))
  const bytes = megabytes * 1_000_000
  await target.write('big.age', streamOf(chunks), bytes)
  await target.write('packs/small.age', streamOf([Buffer.from('small')]), 5)
  const parts: Uint8Array[] = []
  for await (const part of target.read('big.age')) parts.push(part)
  assert.ok(Buffer.concat(parts).equals(Buffer.concat(chunks)))
  assert.equal(await readSmall(target, 'packs/small.age'), 'small')
  assert.deepEqual(await target.list(''), [{ name: 'big.age', bytes }])
  assert.deepEqual(await target.list('packs/'), [{ name: 'packs/small.age', bytes: 5 }])
  await target.remove('big.age')
  await target.remove('big.age')
  assert.deepEqual(await target.list(''), [])
  await assert.rejects(readSmall(target, 'big.age'), { reason: 'not_found' })
  await target.close()
}

test('files are listed to the last page that the store gives', async (t) => {
  const asked: (string | null)[] = []
  const endpoint = await serveHttp(t, (request, response) => {
    const page = new URL(request.url ?? '', 'http://store').searchParams.get('continuation-token')
    asked.push(page)
    response.setHeader('content-type', 'application/xml').end(pageOfList(page))
  })
  const target = await openTarget(backupPlaceIn({ ...s3, endpoint }, 'many'))
  assert.deepEqual(await target.list('packs/'), [
    { name: 'packs/1.age', bytes: 1 },
    { name: 'packs/2.age', bytes: 1 },
  ])
  assert.deepEqual(asked, [null, 'next'])
  await target.close()
})

/** The first page names the second, which is the last. */
function pageOfList(page: string | null): string {
  const isFirst = page === null
  const more = isFirst ? '<NextContinuationToken>next</NextContinuationToken>' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <IsTruncated>${isFirst}</IsTruncated><KeyCount>1</KeyCount>${more}
  <Contents><Key>many/packs/${isFirst ? 1 : 2}.age</Key><Size>1</Size><ETag>"e"</ETag>
  <LastModified>2026-11-21T09:00:00.000Z</LastModified></Contents>
</ListBucketResult>`
}

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

test('backups in a store are made, listed and restored, and wrong keys are said', async (t) => {
  const scene = await openBackupScene(t, backupSettingsIn(s3, 'bank/one'))
  await scene.add('Awa')
  const first = await scene.backInThread()
  await scene.add('Modou')
  const second = await scene.back()
  assert.deepEqual([first.newImages, second.newImages], [1, 1])
  const target = await openTarget(backupPlaceIn(s3, 'bank/one'))
  t.after(() => target.close())
  const { backups } = await listBackups(target)
  assert.deepEqual(
    backups.map(({ name, missing }) => [name, missing]),
    [
      [first.name, []],
      [second.name, []],
    ],
  )
  const restored = await scene.restore(`${second.name}.age`, join(scene.folder, 'new'), { target })
  assert.deepEqual([restored.images, restored.decrypted], [2, 2])
  const wrong = await openTarget({
    ...backupPlaceIn(s3, 'bank/one'),
    s3: { ...backupPlaceIn(s3, 'x').s3, keyId: 'UNKNOWN' },
  })
  await assert.rejects(wrong.list(''), { reason: 'target_unusable' })
  await wrong.close()
})

test('a store on a port of this very server is not called', async () => {
  const { port } = new URL(s3.endpoint)
  const target = await openTarget({ ...backupPlaceIn(s3, 'self'), ownPorts: [Number(port)] })
  await assert.rejects(target.list(''), { reason: 'target_unreachable' })
  await target.close()
})

const refusals = [
  [503, 'SlowDown', 'target_unreachable', /too busy \(503, SlowDown\)/],
  [500, 'InternalError', 'target_unreachable', /failed \(500, InternalError\)/],
  [400, 'AuthorizationHeaderMalformed', 'target_unusable', /SVC_BACKUP_S3_REGION/],
  [301, 'PermanentRedirect', 'target_unusable', /SVC_BACKUP_S3_REGION/],
  [403, 'RequestTimeTooSkewed', 'target_unusable', /clock of this machine.*timedatectl/],
  [400, 'ExpiredToken', 'target_unusable', /has expired/],
  [403, 'InvalidAccessKeyId', 'target_unusable', /SVC_BACKUP_S3_KEY_ID/],
  [403, 'SignatureDoesNotMatch', 'target_unusable', /SVC_BACKUP_S3_SECRET_KEY_FILE/],
  [403, 'AccessDenied', 'target_unusable', /list, read, write and delete/],
] as const

test('each refusal of a store says what to do, and no text of the store is passed on', async (t) => {
  let answer: (typeof refusals)[number] = refusals[0]
  const endpoint = await serveHttp(t, (request, response) => {
    request.resume()
    const [status, code] = answer
    response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8' })
    response.end(`<Error><Code>${code}</Code><Message>SECRET-TEXT</Message></Error>`)
  })
  const place = backupPlaceIn({ ...s3, endpoint }, 'refused')
  for (const refusal of refusals) {
    answer = refusal
    const [, , reason, message] = refusal
    const target = await openTarget(place)
    for (const call of [
      () => target.list(''),
      () => target.write('a', streamOf([Buffer.from('a')]), 1),
    ]) {
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof BackupError)
        assert.equal(error.reason, reason)
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /SECRET-TEXT/)
        return true
      })
    }
    await target.close()
  }
})

test('a store that sends a byte now and then is given up after the time of a request, and that is said', async (t) => {
  const dripping = new Set<ReturnType<typeof setInterval>>()
  const endpoint = await serveHttp(t, (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/xml', etag: '"a"' })
    const drip = setInterval(() => response.write(' '), 20)
    dripping.add(drip)
    response.on('close', () => clearInterval(drip))
  })
  t.after(() => {
    for (const drip of dripping) clearInterval(drip)
  })
  const place = backupPlaceIn({ ...s3, endpoint }, 'slow')
  const target = await openTarget({ ...place, s3: { ...place.s3, requestTimeoutMs: 300 } })
  // More than one part.
  const big = Array(17).fill(Buffer.alloc(1_000_000))
  for (const ask of [
    () => target.list(''),
    () => readSmall(target, 'a.json'),
    () => target.write('big.age', streamOf(big), 17_000_000),
  ]) {
    await assert.rejects(ask, (error) => {
      assert.ok(error instanceof BackupError, String(error))
      assert.equal(error.reason, 'target_unreachable')
      assert.match(error.message, /does not answer in time/)
      return true
    })
  }
  await target.close()
})
