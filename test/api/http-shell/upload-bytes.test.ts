// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { call, sayRaw } from './client.ts'
import { formHead, isForm, parts, startUploadShell, type UploadShell } from './upload-shell.ts'

const image = 'x'.repeat(300)
const body = parts(['name="front_image"; filename="a.jpg"', image])
const { length } = body
/** Two of them go into a minute, and not three. */
const keyUploadBytesPerMinute = 2 * length + 10

describe('the bytes that a key uploads a minute', () => {
  let shell: UploadShell
  beforeEach(async () => {
    await shell?.close()
    shell = await startUploadShell({ config: { keyUploadBytesPerMinute } })
  })
  after(() => shell.close())

  const post = (headers: Readonly<Record<string, string>> = {}, key = shell.key) =>
    call(shell.uploadUrl, { key, body, headers: { ...isForm, ...headers } })
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

  test('are limited: 429 names the limit and the seconds to its end, and then all is there again', async () => {
    assert.equal((await post()).status, 200)
    shell.clock.advance(20_000)
    assert.equal((await post()).status, 200)
    const refused = await post()
    assert.deepEqual([refused.status, refused.json.error?.code], [429, 'rate_limited'])
    assert.equal(refused.headers['retry-after'], '40')
    assert.match(
      String(refused.json.error?.message),
      new RegExp(`upload ${keyUploadBytesPerMinute} bytes a minute`),
    )
    shell.clock.advance(40_000)
    assert.equal((await post()).status, 200)
  })

  test('are counted for each key apart', async () => {
    await post()
    await post()
    assert.equal((await post({}, shell.addKey())).status, 200)
  })

  test('are refused before any of the upload is asked for, where it says its length', async () => {
    await post()
    const { port } = shell
    const much = formHead(shell, `Content-Length: ${length + 11}`, 'Expect: 100-continue')
    const answer = await sayRaw(port, much)
    assert.match(answer, /^HTTP\/1\.1 429 /)
    // What was refused took nothing of the minute.
    assert.equal((await post()).status, 200)
    assert.equal(shell.sinks.ends().filter((end) => end.includes('aborted')).length, 0)
  })

  test('are refused while they stream, where nothing was said of their length, and nothing is kept', async () => {
    await post()
    shell.sinks.ends()
    const start = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="front_image"; filename="a"\r\n\r\n',
    )
    const more = Buffer.alloc(length, 'x')
    const answer = await sayRaw(
      shell.port,
      formHead(shell, 'Transfer-Encoding: chunked'),
      chunk(start),
      chunk(more),
      chunk(more),
    )
    assert.match(answer, /^HTTP\/1\.1 429 /)
    assert.match(answer, /"rate_limited"/)
    assert.deepEqual(
      shell.sinks.ends().filter((end) => !end.endsWith('aborted')),
      [],
    )
  })

  test('let a repetition pass that is to get its first answer', async () => {
    const headers = { 'Idempotency-Key': 'once' }
    const first = await post(headers)
    await post()
    assert.equal((await post()).status, 429)
    const again = await post(headers)
    assert.deepEqual([again.status, again.text], [200, first.text])
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const other = await post({ 'Idempotency-Key': 'another' })
    assert.equal(other.status, 429)
  })
})
