// Slow: starts a store for images. flow/nodes/images.test.ts uses one in the fast lane.
// The image files in a bucket of a real S3 server.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { after, before, describe, type TestContext, test } from 'node:test'
import { DecryptError, encryptionKey } from '../../../server/crypto/encrypt.ts'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'
import type { ImageFiles } from '../../../server/images/storage/image-files.ts'
import { type BucketChoice, openBucketScene, startS3 } from '../../support/images/images-in-s3.ts'
import type { S3Server } from '../../support/servers/s3-server.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'
import { openVersionedBucket } from '../../support/servers/versioned-bucket.ts'

const dataKey = encryptionKey(Buffer.alloc(32, 3))
const file = '2026-11-23/img_01'
const content = randomBytes(1_500_000)

let s3: S3Server
before(async () => {
  s3 = await startS3()
})
after(() => s3.remove())

function open(t: TestContext, prefix: string, change: Partial<BucketChoice> = {}) {
  const { endpoint, bucket, keyId, secretKey } = s3
  return openBucketScene(t, { endpoint, bucket, keyId, secretKey, prefix, ...change })
}

async function stage(files: ImageFiles, bytes = content) {
  const sink = files.openSink(dataKey, 'front')
  await sink.write(bytes)
  return sink.finish()
}

async function listed(files: ImageFiles): Promise<readonly string[]> {
  const all: string[] = []
  for await (const some of files.list()) all.push(...some)
  return all
}

const unreachable = (message: RegExp) => (error: unknown) => {
  assert.equal(storageTroubleOf(error), 'unreachable')
  assert.ok(error instanceof Error)
  assert.match(error.message, message)
  return true
}

describe('images in a bucket', () => {
  test('are placed encrypted, read, listed and removed', async (t) => {
    const { files } = open(t, 'bank/images')
    await files.prepare()
    const names = [file, '2026-11-24/img_02', '2026-11-24/img_03'] as const
    const [first, ...others] = names
    await files.place([{ staged: await stage(files), file: first }])
    assert.ok((await files.read(first, dataKey, 'front')).equals(content))
    const sealed = await files.readEncrypted(first)
    assert.ok(!sealed.includes(content.subarray(1_000, 1_064)), 'the store sees no plain byte')
    await assert.rejects(files.read(first, dataKey, 'back'), DecryptError)
    for (const name of others) await files.placeEncrypted(name, Buffer.from('sealed'))
    assert.deepEqual(await listed(files), names)
    assert.deepEqual(await files.remove(names), [])
    assert.deepEqual(await listed(files), [])
    await assert.rejects(files.read(first, dataKey, 'front'), { code: 'ENOENT' })
  })

  test('are those of one prefix, and other objects there are never listed', async (t) => {
    const one = open(t, 'one')
    const two = open(t, 'one-more')
    await one.files.placeEncrypted(file, Buffer.from('one'))
    await two.files.placeEncrypted('2026-11-24/img_02', Buffer.from('two'))
    await one.files.placeEncrypted('notes/readme', Buffer.from('not an image'))
    assert.deepEqual(await listed(one.files), [file])
    assert.deepEqual(await listed(two.files), ['2026-11-24/img_02'])
  })

  test('of another installation are neither written nor deleted; of another copy only read', async (t) => {
    const { files } = open(t, 'owned')
    await files.place([{ staged: await stage(files), file }])
    const other = open(t, 'owned', {
      user: { instanceId: 'inst_two', copyId: 'inst_two', takesPlace: false },
    })
    await other.files.prepare()
    assert.ok(other.logLines.some((line) => line.includes('image_store_not_ours')))
    await assert.rejects(other.files.remove([file]), unreachable(/another installation/))
    const restored = { instanceId: 'inst_one', copyId: 'copy_2', takesPlace: false }
    const copy = open(t, 'owned', { user: restored })
    await assert.rejects(copy.files.placeEncrypted(file, content), unreachable(/svc images adopt/))
    assert.ok((await copy.files.read(file, dataKey, 'front')).equals(content))
    await copy.store.adopt()
    await copy.files.placeEncrypted('2026-11-23/img_02', Buffer.from('x'))
    const before = open(t, 'owned')
    await assert.rejects(before.files.remove([file]), unreachable(/another copy/))
    const taking = open(t, 'owned', {
      user: { instanceId: 'inst_one', copyId: 'copy_3', takesPlace: true },
    })
    assert.deepEqual(await taking.files.remove([file]), [])
  })

  test('are refused while the store is away, nothing is kept, and go on when it is back', async (t) => {
    const { files, store, clock, logLines } = open(t, 'away')
    await files.prepare()
    const staged = await stage(files)
    await s3.stop()
    await assert.rejects(files.place([{ staged, file }]), unreachable(/cannot be reached/))
    await assert.rejects(files.read(file, dataKey, 'front'), unreachable(/cannot be reached/))
    // The breaker is open now: no call is made.
    await assert.rejects(files.remove([file]), unreachable(/cannot be reached/))
    assert.equal(store.health().failing?.since, clock.now())
    assert.equal(logLines.filter((line) => line.includes('image_store_failing')).length, 1)
    await open(t, 'away').files.prepare()
    await s3.start()
    clock.advance(5_000)
    await files.place([{ staged, file }])
    assert.deepEqual(await listed(files), [file])
    assert.equal(store.health().failing, undefined)
    assert.ok(logLines.some((line) => line.includes('image_store_recovered')))
  })

  test('each refusal says what to do', async (t) => {
    const cases: readonly (readonly [Partial<BucketChoice>, RegExp])[] = [
      [{ keyId: 'UNKNOWN' }, /access key|SVC_IMAGES_S3_KEY_ID/],
      [{ bucket: 'no-such-bucket' }, /no such bucket.*SVC_IMAGES_URL/],
    ]
    for (const [change, message] of cases) {
      const { files } = open(t, 'refused', change)
      await assert.rejects(files.prepare(), (error) => {
        assert.ok(error instanceof Error)
        assert.match(error.message, message)
        return true
      })
      await assert.rejects(files.placeEncrypted(file, content), unreachable(message))
    }
  })

  test('a store on a port of this very server is not called', async (t) => {
    const ownPorts = new Set([Number(new URL(s3.endpoint).port)])
    const { files } = open(t, 'self', { ownPorts })
    await assert.rejects(files.placeEncrypted(file, content), unreachable(/cannot be reached/))
  })
})

describe('a bucket that keeps versions', () => {
  test('is said to, and loses every version and mark of what is removed', async (t) => {
    const versioned = await openVersionedBucket(t)
    const { files, store } = openBucketScene(t, { ...versioned, prefix: 'images' })
    assert.deepEqual([await store.versioning(), await store.hasLock()], ['Enabled', true])
    await files.placeEncrypted(file, Buffer.from('one'))
    await files.placeEncrypted(file, Buffer.from('two'))
    await files.placeEncrypted(`${file}0`, Buffer.from('a longer name'))
    assert.deepEqual(await files.remove([file]), [])
    assert.deepEqual([...versioned.versions().keys()], ['images/.svc-images', `images/${file}0`])
  })

  test('and locks them says which files are kept, and deletes them once it may', async (t) => {
    const versioned = await openVersionedBucket(t)
    const { files, logLines } = openBucketScene(t, { ...versioned, prefix: 'images' })
    await files.placeEncrypted(file, Buffer.from('one'))
    versioned.isLocked = true
    assert.deepEqual(await files.remove([file, '2026-11-23/img_none']), [file])
    assert.ok(logLines.some((line) => line.includes('images_kept_by_store')))
    versioned.isLocked = false
    assert.deepEqual(await files.remove([file]), [])
    assert.deepEqual([...versioned.versions().keys()], ['images/.svc-images'])
  })
})

describe('a store that answers otherwise', () => {
  async function stub(t: TestContext, answer: RequestListener) {
    return open(t, 'stub', { endpoint: await serveHttp(t, answer) })
  }
  const refuse =
    (code: string, status: number): RequestListener =>
    (request, response) => {
      request.resume()
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code><Message>SECRET-TEXT</Message></Error>`)
    }

  test('with a wrong region, secret or clock, or as too busy is told so', async (t) => {
    for (const [code, status, message] of [
      ['AuthorizationHeaderMalformed', 400, /region in SVC_IMAGES_URL/],
      ['SignatureDoesNotMatch', 403, /SVC_IMAGES_S3_SECRET_KEY_FILE/],
      ['RequestTimeTooSkewed', 403, /timedatectl/],
      ['SlowDown', 503, /too busy \(503, SlowDown\). It is tried again by itself/],
    ] as const) {
      const { files } = await stub(t, refuse(code, status))
      await assert.rejects(files.placeEncrypted(file, content), (error) => {
        assert.doesNotMatch(String(error), /SECRET-TEXT/)
        return unreachable(message)(error)
      })
    }
  })

  test('that fails once is asked again', async (t) => {
    let requests = 0
    const stored = new Map<string, Buffer>()
    const { files } = await stub(t, (request, response) => {
      requests += 1
      if (requests % 2 === 1) return refuse('InternalError', 500)(request, response)
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const key = new URL(request.url ?? '', 'http://x').pathname
        const isList = request.url?.includes('list-type') === true
        const found = isList ? Buffer.from('<ListBucketResult/>') : stored.get(key)
        if (request.method === 'PUT') stored.set(key, Buffer.concat(parts))
        else if (found === undefined) {
          response.writeHead(404, { 'content-type': 'application/xml' })
          response.end('<Error><Code>NoSuchKey</Code></Error>')
          return
        }
        response.writeHead(200).end(found)
      })
    })
    await files.placeEncrypted(file, content)
    assert.ok((await files.readEncrypted(file)).equals(content))
  })

  test('in pages is listed to the end, whatever else is in the prefix', async (t) => {
    const pages = [['2026-11-23/img_1', '.svc-images'], [], ['2026-11-24/img_2', 'notes/a']]
    const tokens: (string | null)[] = []
    const { files } = await stub(t, (request, response) => {
      const token = new URL(request.url ?? '', 'http://x').searchParams.get('continuation-token')
      tokens.push(token)
      const at = Number(token ?? 0)
      const keys = (pages[at] ?? []).map((key) => `<Contents><Key>stub/${key}</Key></Contents>`)
      const next =
        at + 1 < pages.length ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(
        `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${keys.join('')}${next}</ListBucketResult>`,
      )
    })
    assert.deepEqual(await listed(files), ['2026-11-23/img_1', '2026-11-24/img_2'])
    assert.deepEqual(tokens, [null, '1', '2'])
  })

  test('that lists versions without end holds up no erasure: the image counts as kept', async (t) => {
    let listed = 0
    let deletedAtOnce = 0
    let deleted = 0
    const { files } = await stub(t, (request, response) => {
      const { pathname, searchParams: asked } = new URL(request.url ?? '', 'http://x')
      const isMarker = pathname.endsWith('/.svc-images')
      if (isMarker && request.method === 'GET') return refuse('NoSuchKey', 404)(request, response)
      request.resume()
      response.writeHead(200, { 'content-type': 'application/xml' })
      if (asked.has('versioning')) response.end('<V><Status>Enabled</Status></V>')
      else if (asked.has('list-type')) response.end('<ListBucketResult/>')
      else if (asked.has('versions')) {
        listed += 1
        deletedAtOnce = Math.max(deletedAtOnce, deleted)
        deleted = 0
        const entry = `<Version><Key>stub/${file}</Key><VersionId>v${listed}</VersionId></Version>`
        response.end(
          `<ListVersionsResult><IsTruncated>true</IsTruncated><NextKeyMarker>stub/${file}</NextKeyMarker><NextVersionIdMarker>v${listed}</NextVersionIdMarker>${entry.repeat(100)}</ListVersionsResult>`,
        )
      } else {
        if (request.method === 'DELETE') deleted += 1
        response.end()
      }
    })
    assert.deepEqual(await files.remove([file]), [file])
    assert.deepEqual([listed, deletedAtOnce], [10, 100])
  })

  test('with an object larger than any image is not read into memory', async (t) => {
    const { files } = await stub(t, (request, response) => {
      request.resume()
      response.writeHead(200)
      const part = Buffer.alloc(1_000_000)
      const write = () => {
        while (!response.destroyed && response.write(part));
        response.once('drain', write)
      }
      write()
    })
    await assert.rejects(files.readEncrypted(file), unreachable(/larger than any image/))
  })
})
