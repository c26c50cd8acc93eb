import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { describe, test } from 'node:test'
import { openWorld, prepUpload, putZip, queryStatus, send, uploadUrlOf } from './integrator.ts'
import { documentPackage, packZip } from './package-zip.ts'

const job = { jobId: 'kyc-1' }
const zip = await packZip(documentPackage({ country: 'SN', id_type: 'PASSPORT' }))
const asZip = { 'Content-Type': 'application/zip' }

async function openUpload(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  return { world, url: uploadUrlOf(await prepUpload(world, job)) }
}

describe('An upload URL', () => {
  test('takes the zip with exactly 200 and an empty body', async (t) => {
    const { world, url } = await openUpload(t)
    const { status, text } = await putZip(url, zip)
    assert.equal(status, 200)
    assert.equal(text, '')
    const [entry] = world.simulator.ledger()
    assert.deepEqual([entry?.uploads, entry?.paid], [1, 1])
    assert.deepEqual(entry?.images, ['selfie', 'front', 'back'])
  })

  test('expires after fifteen minutes', async (t) => {
    const { world, url } = await openUpload(t)
    world.clock.advance(15 * 60 * 1000)
    const { status, text } = await putZip(url, zip)
    assert.equal(status, 403)
    assert.match(text, /^<\?xml .*<Code>AccessDenied<\/Code><Message>Request has expired</s)
    assert.equal(world.simulator.ledger()[0]?.uploads, 0)
  })

  test('is still good one millisecond before its end', async (t) => {
    const { world, url } = await openUpload(t)
    world.clock.advance(15 * 60 * 1000 - 1)
    assert.equal((await putZip(url, zip)).status, 200)
  })

  test('lives as long as it was set up to', async (t) => {
    const world = await openWorld(t, { uploadUrlLifetimeMs: 1_000 })
    const url = uploadUrlOf(await prepUpload(world, job))
    world.clock.advance(1_000)
    assert.equal((await putZip(url, zip)).status, 403)
  })

  test('can be replaced by a fresh one after it has expired', async (t) => {
    const { world } = await openUpload(t)
    world.clock.advance(15 * 60 * 1000)
    const url = uploadUrlOf(await prepUpload(world, job, { retry: true }))
    assert.equal((await putZip(url, zip)).status, 200)
    assert.equal(world.simulator.ledger()[0]?.paid, 1)
  })

  const headerFaults: readonly (readonly [string, Record<string, string>])[] = [
    ['another content type', { 'Content-Type': 'application/octet-stream' }],
    ['no content type', {}],
    ['an Authorization header', { ...asZip, Authorization: 'Bearer x' }],
    ['a cookie', { ...asZip, Cookie: 'a=b' }],
    ['an unsigned header of the store', { ...asZip, 'x-amz-acl': 'public-read' }],
  ]
  for (const [what, headers] of headerFaults) {
    test(`refuses ${what} with 403 and XML`, async (t) => {
      const { world, url } = await openUpload(t)
      const { status, text } = await putZip(url, zip, headers)
      assert.equal(status, 403)
      assert.match(text, /<Code>SignatureDoesNotMatch<\/Code>/)
      assert.equal(world.simulator.ledger()[0]?.uploads, 0)
    })
  }

  test('cannot be prolonged by changing its query', async (t) => {
    const { url } = await openUpload(t)
    const longer = url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000')
    assert.notEqual(longer, url)
    assert.equal((await putZip(longer, zip)).status, 403)
    assert.equal((await putZip(url.replace(/Signature=\w/, 'Signature=g'), zip)).status, 403)
  })

  test('is for PUT alone', async (t) => {
    const { url } = await openUpload(t)
    assert.equal((await send(url)).status, 403)
  })

  test('of nobody is answered 404 with XML', async (t) => {
    const { url } = await openUpload(t)
    const { status, text } = await putZip(url.replace(/0000000001-\w/, '0000000001-_'), zip)
    assert.equal(status, 404)
    assert.match(text, /<Code>NoSuchKey<\/Code>/)
  })

  test('wants to know the length beforehand', async (t) => {
    const { url } = await openUpload(t)
    const body = new Blob([new Uint8Array(zip)]).stream()
    const init = { method: 'PUT', headers: asZip, body, duplex: 'half' } as const
    assert.equal((await send(url, init)).status, 411)
  })

  test('refuses a zip of more than 64 MB before it is sent', async (t) => {
    const { url } = await openUpload(t)
    const length = String(64 * 1024 * 1024 + 1)
    const headers = { ...asZip, 'Content-Length': length }
    const request = httpRequest(url, { method: 'PUT', headers })
    request.flushHeaders()
    const [response] = await once(request, 'response')
    assert.equal(response.statusCode, 400)
    request.destroy()
  })

  test('books nothing when the zip breaks off in the middle', async (t) => {
    const { world, url } = await openUpload(t)
    const headers = { ...asZip, 'Content-Length': zip.length }
    const request = httpRequest(url, { method: 'PUT', headers })
    request.on('error', () => {})
    await new Promise((resolve) => request.write(zip.subarray(0, zip.length - 1), resolve))
    request.destroy()
    await new Promise((resolve) => request.once('close', resolve))
    const { body } = await queryStatus(world, job)
    assert.equal(body.result, 'No zip uploaded yet')
    await world.simulator.close()
    assert.equal(world.simulator.ledger()[0]?.uploads, 0)
  })

  test('books a second zip as paid for again, and keeps the first result', async (t) => {
    const { world, url } = await openUpload(t)
    await putZip(url, zip)
    world.clock.advance(60_000)
    const before = await queryStatus(world, job)
    const other = documentPackage({ country: 'SN', id_number: 'DEMO-DECLINED' })
    assert.equal((await putZip(url, await packZip(other))).status, 200)
    const [entry] = world.simulator.ledger()
    assert.deepEqual([entry?.uploads, entry?.paid], [2, 2])
    assert.deepEqual((await queryStatus(world, job)).body.result, before.body.result)
  })
})
