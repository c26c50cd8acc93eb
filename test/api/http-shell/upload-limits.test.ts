// Slow: sends tens of megabytes.
// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import { request } from 'undici'
import { bodyOf, call, form, sayRaw } from './client.ts'
import {
  formHead,
  isForm,
  type Part,
  parts,
  startUploadShell,
  type UploadShell,
} from './upload-shell.ts'

const mebibyte = 1024 * 1024
const limit = Buffer.alloc(10 * mebibyte, 'x')
const tooLarge = Buffer.alloc(10 * mebibyte + 1, 'x')

describe('the limits of a multipart form', () => {
  let shell: UploadShell
  before(async () => {
    // The limits here are of size: tens of megabytes may take their time on a machine that is busy.
    const bodyTimeoutMs = 120_000
    const config = { bodyTimeoutMs }
    shell = await startUploadShell({ isRealTime: true, config, listen: { bodyTimeoutMs } })
  })
  beforeEach(() => shell.sinks.ends())
  after(() => shell.close())

  const post = (body: FormData | Buffer) =>
    call(shell.uploadUrl, {
      key: shell.key,
      body,
      ...(Buffer.isBuffer(body) && { headers: isForm }),
    })

  test('take files of exactly 10 MB', async () => {
    const reply = await post(form({}, { front_image: limit, selfie_image: limit }))
    assert.equal(reply.status, 200)
  })

  test('name the file that is too large and keep neither it nor the other', async () => {
    const reply = await post(form({}, { selfie_image: limit, front_image: tooLarge }))
    assert.deepEqual([reply.status, reply.json.error?.code], [413, 'payload_too_large'])
    assert.equal(reply.json.error?.param, 'front_image')
    assert.match(String(reply.json.error?.message), /10 MB\. Send a smaller file\.$/)
    assert.deepEqual(shell.sinks.ends(), ['selfie_image aborted', 'front_image aborted'])
  })

  test('name both files where both are too large (long)', async () => {
    const reply = await post(form({}, { front_image: tooLarge, selfie_image: tooLarge }))
    assert.equal(reply.status, 413)
    assert.deepEqual(
      reply.json.error?.details?.map(({ param }) => param),
      ['front_image', 'selfie_image'],
    )
  })

  test('refuse at once a request whose Content-Length is more than 32 MB', async () => {
    const answer = await sayRaw(shell.port, formHead(shell, `Content-Length: ${32 * mebibyte + 1}`))
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(String(bodyOf(answer).error?.message), /32 MB/)
    assert.deepEqual(shell.sinks.ends(), [])
  })

  for (const [client, lane] of [
    ['fetch', ''],
    ['undici', ' (long)'],
  ] as const) {
    test(`refuse while it streams a request that does not say its size, so that ${client} sees it${lane}`, async () => {
      const part = '--b\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\n'
      const body = Readable.from(
        (function* () {
          yield Buffer.from(part)
          for (let count = 0; count < 40; count += 1) yield Buffer.alloc(mebibyte)
        })(),
      )
      const headers = { ...isForm, authorization: `Bearer ${shell.key}` }
      const status =
        client === 'undici'
          ? (await request(shell.uploadUrl, { method: 'POST', body, headers })).statusCode
          : (await fetch(shell.uploadUrl, { method: 'POST', body, headers, duplex: 'half' })).status
      assert.equal(status, 413)
    })
  }

  test('do not believe a Content-Length that is smaller than the body', async () => {
    const whole = parts(['name="front_image"; filename="a"', 'x'.repeat(1000)])
    const answer = await sayRaw(shell.port, formHead(shell, 'Content-Length: 500'), whole)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.deepEqual(shell.sinks.ends(), ['front_image aborted'])
  })

  const counted: readonly (readonly [string, readonly Part[], number, RegExp])[] = [
    ['a field of more than 8 KB', [['name="first_name"', 'x'.repeat(8193)]], 413, /8 KB/],
    [
      'more than 40 fields',
      Array.from({ length: 41 }, (_, index) => [`name="f${index}"`, 'x'] as const),
      400,
      /40 fields/,
    ],
    [
      'more than 8 files',
      Array.from({ length: 9 }, (_, index) => [`name="f${index}"; filename="a"`, 'x'] as const),
      400,
      /8 files/,
    ],
    [
      'a name of more than 100 characters',
      [[`name="${'n'.repeat(101)}"`, 'x']],
      400,
      /100 characters/,
    ],
  ]
  for (const [what, contents, status, message] of counted) {
    test(`refuse ${what}`, async () => {
      const reply = await post(parts(['name="front_image"; filename="a"', 'x'], ...contents))
      assert.equal(reply.status, status)
      assert.match(String(reply.json.error?.message), message)
      assert.deepEqual(shell.sinks.ends(), ['front_image aborted'])
    })
  }

  test('take a field of exactly 8 KB and 40 fields', async () => {
    const contents = Array.from(
      { length: 40 },
      (_, index) => [`name="f${index}"`, 'x'.repeat(index === 0 ? 8192 : 1)] as const,
    )
    assert.equal((await post(parts(...contents))).status, 200)
  })

  test('name a huge field', async () => {
    const reply = await post(parts(['name="first_name"', 'x'.repeat(9000)]))
    assert.equal(reply.json.error?.param, 'first_name')
  })
})
