import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { badAnswer, goodAnswer, openEngineScene, unavailable } from './engine-scene.ts'
import { type Behave, httpText } from './raw-engine.ts'

const answers = (...parts: Parameters<typeof httpText>): Behave => {
  return (socket) => void socket.write(httpText(...parts))
}
const good = JSON.stringify(goodAnswer)

describe('an engine that lies', () => {
  const without = (name: string) => ({ ...goodAnswer, [name]: undefined })
  const lies = {
    score: {
      'a score below zero': { ...goodAnswer, score: -1 },
      'a score above a thousand': { ...goodAnswer, score: 1001 },
      'a score with a fraction': { ...goodAnswer, score: 742.5 },
      'a score as a text': { ...goodAnswer, score: '742' },
      'a score of null': { ...goodAnswer, score: null },
      'no score': without('score'),
      'an envelope': { data: goodAnswer },
    },
    confidence: {
      'a confidence above one': { ...goodAnswer, confidence: 1.01 },
      'a confidence below zero': { ...goodAnswer, confidence: -0.01 },
      'a confidence as a text': { ...goodAnswer, confidence: '0.87' },
      'no confidence': without('confidence'),
    },
    model_version: {
      'no model version': without('model_version'),
      'an empty model version': { ...goodAnswer, model_version: '' },
      'a model version without end': { ...goodAnswer, model_version: 'v'.repeat(101) },
      'a model version with markup': { ...goodAnswer, model_version: '<script>' },
      'a person for a model version': { ...goodAnswer, model_version: 'Awa Ndiaye 1990-01-01' },
      'an address for a model version': { ...goodAnswer, model_version: 'awa@example.test' },
      'a blank model version': { ...goodAnswer, model_version: ' ' },
      'a model version of a dash': { ...goodAnswer, model_version: '-1' },
    },
    flags: {
      'flags that are no list': { ...goodAnswer, flags: 'thin' },
      'a flag that is a sentence': { ...goodAnswer, flags: ['Awa Teranga is not solvent'] },
      'a flag that is a name': { ...goodAnswer, flags: ['thin', 'Awa.Ndiaye'] },
      'a flag that is a number': { ...goodAnswer, flags: ['1234567890123'] },
      'a flag that is no text': { ...goodAnswer, flags: [1] },
      'a flag without end': { ...goodAnswer, flags: ['f'.repeat(65)] },
      'too many flags': { ...goodAnswer, flags: Array.from({ length: 21 }, () => 'thin') },
      'no flags but null': { ...goodAnswer, flags: null },
    },
    request_id: {
      'another request’s id': {
        ...goodAnswer,
        request_id: 'b7d3c6f0-0000-4000-8000-000000000000',
      },
      'a request id of null': { ...goodAnswer, request_id: null },
    },
    not_object: { 'a list': [goodAnswer], 'a bare number': 742, nothing: null },
  }
  for (const [fault, told] of Object.entries(lies)) {
    for (const [name, lie] of Object.entries<unknown>(told)) {
      test(`by ${name} is not believed, and the fault is in ${fault}`, async (t) => {
        const { score } = await openEngineScene(t, answers(JSON.stringify(lie)))
        assert.deepEqual(await score(), badAnswer(fault))
      })
    }
  }
})

describe('an answer that is not as agreed', () => {
  const json = ['Content-Type: application/json']
  const typed = (...types: readonly string[]) =>
    answers(good, { headers: types.map((type) => `Content-Type: ${type}`) })
  const encoded = (coding: string, body: string | Buffer = good) =>
    answers(body, { headers: [...json, `Content-Encoding: ${coding}`] })
  const bodies: Readonly<Record<string, Readonly<Record<string, Behave>>>> = {
    not_json: {
      'an answer nested beyond 64 levels': answers(
        good.replace(/}$/, `,"more":${'['.repeat(64)}${']'.repeat(64)}}`),
      ),
      'no JSON': answers('score=742'),
      'JSON cut short': answers(good.slice(0, -5)),
      'JSON with more behind it': answers(`${good}{}`),
      'JSON with NaN': answers(good.replace('742', 'NaN')),
      'a byte order mark before it': answers(`\u{feff}${good}`),
      'broken UTF-8': answers(
        Buffer.concat([
          Buffer.from(`${good.slice(0, -1)},"x":"`),
          Buffer.from([0xff]),
          Buffer.from('"}'),
        ]),
      ),
      'an empty body': answers(''),
    },
    duplicate_name: {
      'two scores': answers(good.replace('{', '{"score":900,')),
      'two scores alike': answers(good.replace('{', '{"score":742,')),
      'two scores, one of them spelt otherwise': answers(good.replace('{', '{"sc\\u006fre":900,')),
      'a name twice in what is not read': answers(good.replace('{', '{"x":[{"a":1,"a":2}],')),
    },
    score: { 'a number out of reach': answers(good.replace('742', '1e400')) },
    content_type: {
      'another content type': typed('text/html'),
      'no content type': typed(),
      'two content types': typed('application/json', 'text/html'),
      'two content types, one with a character set': typed(
        'application/json; charset=utf-8',
        'text/html',
      ),
      'two content types in a line': typed('application/json; charset=utf-8, text/html'),
    },
    encoding: {
      'gzip that nobody asked for': encoded('gzip', gzipSync(good)),
      'a gzip bomb': encoded('gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))),
      'JSON that is said to be gzip': encoded('gzip'),
      'JSON that is said to be gzip, besides': encoded('identity, gzip'),
    },
    status: {
      'status 204': answers('', { status: '204 No Content' }),
      'status 201': answers(good, { status: '201 Created' }),
    },
    too_large: {
      'more than 64 KB': answers(good + ' '.repeat(64 * 1024)),
      'a body without end': (socket) => {
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
        )
        const more = () => {
          while (!socket.destroyed && socket.write(`4000\r\n${' '.repeat(0x4000)}\r\n`));
        }
        socket.on('drain', more)
        more()
      },
    },
  }
  for (const [fault, told] of Object.entries(bodies)) {
    for (const [name, behave] of Object.entries(told)) {
      test(`by ${name} is no score, and the fault is in ${fault}`, async (t) => {
        const { score } = await openEngineScene(t, behave)
        assert.deepEqual(await score(), badAnswer(fault))
      })
    }
  }

  test('is not one that says of its encoding that it has none', async (t) => {
    const { score } = await openEngineScene(t, encoded('Identity'))
    assert.equal((await score()).kind, 'scored')
  })

  test('is one that leads elsewhere: no redirect is followed', async (t) => {
    const other = await openEngineScene(t, answers(good))
    for (const status of ['301 Moved', '307 Temporary Redirect', '308 Permanent Redirect']) {
      const headers = [...json, `Location: ${other.raw.url}`]
      const { score } = await openEngineScene(t, answers(good, { status, headers }))
      assert.deepEqual(await score(), badAnswer('status'))
    }
    assert.equal(other.raw.asked.length, 0)
  })

  const statuses = {
    '400 Bad Request': 'rejected',
    '401 Unauthorized': 'rejected',
    '403 Forbidden': 'rejected',
    '404 Not Found': 'rejected',
    '429 Too Many Requests': 'rate_limited',
    '500 Internal Server Error': 'server_error',
    '503 Service Unavailable': 'server_error',
  }
  for (const [status, reason] of Object.entries(statuses)) {
    test(`by status ${status} is ${reason}, even with a score in it`, async (t) => {
      const { score } = await openEngineScene(t, answers(good, { status }))
      assert.deepEqual(await score(), unavailable(reason))
    })
  }
})
