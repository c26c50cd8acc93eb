// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { call, form } from './client.ts'
import { isForm, type Part, parts, startUploadShell, type UploadShell } from './upload-shell.ts'

const mebibyte = 1024 * 1024

describe('a multipart form', () => {
  let shell: UploadShell
  before(async () => {
    shell = await startUploadShell({ config: { rateLimitPerMinute: 1000 } })
  })
  beforeEach(() => shell.sinks.ends())
  after(() => shell.close())

  const post = (body: FormData | Buffer | string, headers: Record<string, string> = {}) =>
    call(shell.uploadUrl, { key: shell.key, body, headers })
  const postParts = (...contents: readonly Part[]) => post(parts(...contents), isForm)

  test('is read into fields and sinks, with the hash of every file', async () => {
    const front = Buffer.alloc(3 * mebibyte, 'front')
    const reply = await post(
      form({ country: 'SN', first_name: 'Ndèye' }, { front_image: front, selfie_image: '' }),
    )
    const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
    assert.deepEqual(reply.json.data, {
      fields: { country: 'SN', first_name: 'Ndèye' },
      files: {
        front_image: {
          sha256: sha256(front),
          bytes: front.length,
          result: `${front.length} bytes`,
        },
        selfie_image: { sha256: sha256(Buffer.alloc(0)), bytes: 0, result: '0 bytes' },
      },
    })
    assert.ok(shell.sinks.all.every(({ state }) => state === 'finished'))
  })

  test('may have a boundary of 70 characters, and none of kilobytes', async () => {
    const answers = [70, 4_000].map(async (characters) => {
      const boundary = 'b'.repeat(characters)
      const part = 'Content-Disposition: form-data; name="country"\r\n\r\nSN'
      const contentType = `multipart/form-data; boundary=${boundary}`
      const body = `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`
      return post(body, { 'content-type': contentType })
    })
    const [usual, long] = await Promise.all(answers)
    assert.deepEqual(usual?.json.data, { fields: { country: 'SN' }, files: {} })
    assert.deepEqual([long?.status, long?.json.error?.code], [400, 'invalid_request'])
    assert.match(String(long?.json.error?.message), /at most 256 characters/)
  })

  test('may bring fields and files that nobody asked for', async () => {
    const body = form(
      { country: 'SN', shoe_size: '41', 'a[b][]': 'x', __proto__x: 'y' },
      { contract: Buffer.alloc(11 * mebibyte) },
    )
    const reply = await post(body)
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.json.data, {
      fields: { country: 'SN', shoe_size: '41', 'a[b][]': 'x', __proto__x: 'y' },
      files: {},
    })
    assert.deepEqual(shell.sinks.ends(), [])
  })

  test('holds no file where the file name is empty, as browsers send it', async () => {
    const reply = await postParts(['name="front_image"; filename=""', ''], ['name="country"', 'SN'])
    assert.deepEqual(reply.json.data, { fields: { country: 'SN' }, files: {} })
  })

  test('lets no field name reach the prototype of anything', async () => {
    const reply = await postParts(['name="__proto__"', 'x'], ['name="constructor[prototype]"', 'x'])
    assert.equal(reply.status, 200)
    assert.equal(Object.getPrototypeOf({}), Object.prototype)
  })

  const faulty: readonly (readonly [string, readonly Part[], param: string, code: string])[] = [
    [
      'a repeated field',
      [
        ['name="country"', 'SN'],
        ['name="country"', 'MA'],
      ],
      'country',
      'repeated',
    ],
    [
      'a repeated file',
      [
        ['name="front_image"; filename="a"', 'x'],
        ['name="front_image"; filename="b"', 'y'],
      ],
      'front_image',
      'repeated',
    ],
    ['a file sent as text', [['name="front_image"', 'x']], 'front_image', 'not_a_file'],
    [
      'a field that is not UTF-8',
      [['name="first_name"', 'Nd\xe8ye']],
      'first_name',
      'invalid_encoding',
    ],
    [
      'an odd name repeated',
      [
        ['name="a b"', 'x'],
        ['name="a b"', 'x'],
      ],
      'body',
      'repeated',
    ],
  ]
  for (const [what, contents, param, code] of faulty) {
    test(`with ${what} is refused with that reason, and no file is kept`, async () => {
      const reply = await postParts(...contents)
      assert.deepEqual([reply.status, reply.json.error?.code], [400, 'invalid_request'])
      const { details } = reply.json.error ?? {}
      assert.deepEqual(
        details?.map((fault) => [fault.param, fault.code]),
        [[param, code]],
      )
      assert.ok(shell.sinks.ends().every((end) => end.endsWith('aborted')))
    })
  }

  test('reports all faults of the form at once', async () => {
    const reply = await postParts(
      ['name="country"', 'SN'],
      ['name="country"', 'SN'],
      ['name="selfie_image"', 'x'],
    )
    assert.deepEqual(
      reply.json.error?.details?.map(({ param }) => param),
      ['country', 'selfie_image'],
    )
  })

  for (const contentType of ['application/json', 'multipart/mixed; boundary=b', 'text/plain']) {
    test(`is refused as ${contentType}, with what to send instead`, async () => {
      const reply = await post('{}', { 'content-type': contentType })
      assert.deepEqual([reply.status, reply.json.error?.code], [415, 'unsupported_media_type'])
      assert.match(String(reply.json.error?.message), /multipart\/form-data/)
    })
  }
})
