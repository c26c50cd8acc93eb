import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEngineClient } from '../../../server/scoring/engine-client.ts'
import { engineRequestSchema } from '../../../server/scoring/engine-contract.ts'
import type { Features } from '../../../server/scoring/features.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { closedPort } from '../smile-id-client/http-stub.ts'
import { features, goodAnswer, openEngineScene, unavailable, withoutId } from './engine-scene.ts'
import { type Behave, httpText } from './raw-engine.ts'

const answers = (...parts: Parameters<typeof httpText>): Behave => {
  return (socket) => void socket.write(httpText(...parts))
}
const good = JSON.stringify(goodAnswer)

describe('a score that is asked for', () => {
  test('comes back as the engine gave it, without what we do not read', async (t) => {
    const answer = JSON.stringify({ ...goodAnswer, band: 'premium', note: 'x' })
    const { score } = await openEngineScene(t, answers(answer))
    assert.deepEqual(await score(), {
      kind: 'scored',
      score: 742,
      confidence: 0.87,
      modelVersion: 'card-1.4',
      flags: ['thin'],
    })
  })

  test('sends the token, a random request id, the eight features, and nothing else', async (t) => {
    const { score, raw } = await openEngineScene(t, answers(good))
    await score()
    await score()
    const [first, second] = raw.asked
    const body = JSON.parse(first?.body ?? '')
    assert.deepEqual(Object.keys(body), ['request_id', 'features'])
    assert.deepEqual(engineRequestSchema.parse(body).features, features)
    assert.notEqual(body.request_id, JSON.parse(second?.body ?? '').request_id)
    const [line, ...headers] = first?.head ?? []
    assert.equal(line, 'POST /v1/score HTTP/1.1')
    assert.deepEqual(headers.map((header) => header.toLowerCase()).sort(), [
      'accept-encoding: identity',
      'accept: application/json',
      'authorization: bearer engine-t0ken',
      'connection: keep-alive',
      `content-length: ${first?.body.length}`,
      'content-type: application/json',
      `host: ${raw.url.host}`,
      `request-id: ${body.request_id}`,
    ])
  })

  test('is refused before anything leaves where something else is among the features', async (t) => {
    const { engine, raw } = await openEngineScene(t, answers(good))
    const planted = { ...features, first_name: 'Awa' }
    const renamed: Features = { ...features, verification_timestamp: '1994-03-14' }
    assert.deepEqual(await engine.score(planted), unavailable('features_refused'))
    assert.deepEqual(await engine.score(renamed), unavailable('features_refused'))
    assert.equal(raw.asked.length, 0)
  })

  test('may be answered without flags, and with our own request id', async (t) => {
    const { engine } = await openEngineScene(t, (socket, { body }) => {
      const { request_id } = JSON.parse(body)
      const { flags, ...rest } = goodAnswer
      socket.write(httpText(JSON.stringify({ ...rest, request_id })))
    })
    const reply = await engine.score(features)
    assert.deepEqual(reply.kind === 'scored' && reply.flags, [])
  })

  test('is asked for again, once and under the same id, where a kept connection broke', async (t) => {
    let calls = 0
    const { score, raw } = await openEngineScene(t, (socket) => {
      calls += 1
      if (calls === 2) socket.destroy()
      else socket.write(httpText(good))
    })
    assert.equal((await score()).kind, 'scored')
    assert.equal((await score()).kind, 'scored')
    const ids = raw.asked.map(({ body }) => JSON.parse(body).request_id)
    assert.equal(ids.length, 3)
    assert.equal(ids[1], ids[2])
  })
})

describe('a connection that breaks', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
  const breaks: Readonly<Record<string, Behave>> = {
    'is reset before the answer': (socket) => void socket.resetAndDestroy(),
    'is reset in the middle of it': (socket) => {
      socket.write(`${head}Content-Length: 100\r\n\r\n{"score"`, () => socket.resetAndDestroy())
    },
    'is closed before the answer': (socket) => void socket.end(),
    'is half-closed in the middle of it': (socket) => {
      socket.end(`${head}Content-Length: ${good.length + 1}\r\n\r\n${good}`)
    },
    'is half-closed in the middle of its head': (socket) => void socket.end(head.slice(0, -9)),
    'is half-closed between two chunks': (socket) => {
      socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n${good.slice(0, 5)}\r\n`)
    },
    'speaks something else': (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
    'has a head without end': (socket) => {
      socket.write(`${head}X-Long: ${'x'.repeat(1024 * 1024)}`)
    },
    'contradicts itself in its length': (socket) => {
      socket.end(`${head}Content-Length: 3\r\nContent-Length: ${good.length}\r\n\r\n${good}`)
    },
  }
  for (const [name, behave] of Object.entries(breaks)) {
    test(`because it ${name} brings no score`, async (t) => {
      const { score } = await openEngineScene(t, behave)
      assert.deepEqual(await score(), unavailable('network'))
    })
  }

  test('because nobody listens brings no score', async (t) => {
    const url = new URL(`http://127.0.0.1:${await closedPort()}/score`)
    const access = { url, token: 't', timeoutMs: 5_000 }
    const engine = createEngineClient(loopbackFetch(), access)
    t.after(() => engine.close())
    assert.deepEqual(withoutId(await engine.score(features)), unavailable('network'))
  })
})

describe('the budget', () => {
  const drip = (write: () => boolean) => {
    const timer = setInterval(() => write() || clearInterval(timer), 5)
  }
  const slow: Readonly<Record<string, Behave>> = {
    'says nothing': () => {},
    'sends its head a byte at a time': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      drip(() => !socket.destroyed && socket.write('x'))
    },
    'sends its body a byte at a time': (socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
      )
      drip(() => !socket.destroyed && socket.write(' '))
    },
    'promises again and again to go on': (socket) => {
      drip(() => !socket.destroyed && socket.write('HTTP/1.1 102 Processing\r\n\r\n'))
    },
  }
  for (const [name, behave] of Object.entries(slow)) {
    test(`ends the wait for an engine that ${name}`, async (t) => {
      const { score } = await openEngineScene(t, behave, { timeoutMs: 80 })
      assert.deepEqual(await score(), unavailable('timeout'))
    })
  }

  test('holds for a question and its repeat together', async (t) => {
    let calls = 0
    const behave: Behave = (socket) => {
      calls += 1
      if (calls === 1) socket.destroy()
    }
    const { score } = await openEngineScene(t, behave, { timeoutMs: 1_000 })
    assert.deepEqual(await score(), unavailable('timeout'))
    assert.equal(calls, 2)
  })

  test('is distinguished from an aborted request, before or while it runs', async (t) => {
    const caller = new AbortController()
    const { score, raw } = await openEngineScene(t, () => caller.abort())
    assert.deepEqual(await score(caller.signal), unavailable('aborted'))
    assert.deepEqual(await score(caller.signal), unavailable('aborted'))
    assert.equal(raw.asked.length, 1)
  })
})
