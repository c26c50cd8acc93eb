// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { turnOfLoop } from '../../../server/kernel/turn-of-loop.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { bodyOf, dial, hearAll, hearAnswer, sayRaw } from './client.ts'
import { route, startShell } from './shell.ts'
import { formHead, startUploadShell } from './upload-shell.ts'

const hourMs = 3_600_000

const inPieces = (content: Buffer, bytes: number): Buffer => {
  const pieces: Buffer[] = []
  for (let at = 0; at < content.length; at += bytes) {
    const piece = content.subarray(at, at + bytes)
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}

describe('a body in a flood of tiny chunks', () => {
  const shell = openedBefore(async () => {
    const echo = route('POST', '/echo', async (request) => {
      const data = await request.json()
      return request.idempotently(async () => ({ status: 200, data }))
    })
    return startShell([echo], { listen: { headerTimeoutMs: hourMs, bodyTimeoutMs: hourMs } })
  })
  const uploads = openedBefore(() => startUploadShell())

  const post = (key: string) =>
    [
      'POST /v1/echo HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      '',
    ].join('\r\n')
  const long = Buffer.from(JSON.stringify({ text: 'a'.repeat(8_000) }))
  const formOf = (fileBytes: number) =>
    Buffer.concat([
      Buffer.from(
        '--b\r\nContent-Disposition: form-data; name="front_image"; filename="a"\r\n\r\n',
      ),
      Buffer.alloc(fileBytes, 'a'),
      Buffer.from('\r\n--b--\r\n'),
    ])

  test('is refused while it is being read, and ends the connection', async () => {
    const json = await sayRaw(shell.port, post(shell.addKey()), inPieces(long, 1))
    const upload = await sayRaw(
      uploads.port,
      formHead(uploads, 'Transfer-Encoding: chunked'),
      inPieces(formOf(20_000), 1),
    )
    for (const answer of [json, upload]) {
      assert.match(answer, /^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s)
      assert.match(String(bodyOf(answer).error?.message), /too many tiny chunks/)
    }
    assert.deepEqual(
      uploads.sinks.all.map(({ state }) => state),
      ['aborted'],
    )
  })

  test('is not read to its end for a client that is refused anyway', async () => {
    const socket = await dial(shell.port)
    const answer = hearAnswer(socket)
    const whole = hearAll(socket)
    // Without its end, so that only the server can end the exchange: its clock stands still, and its limits are an
    // hour away.
    socket.write(post('junk'))
    socket.write(inPieces(Buffer.alloc(20_000, 'a'), 1).subarray(0, -5))
    assert.match(await answer, /^HTTP\/1\.1 401 /)
    await whole
  })

  test('is taken where the chunks are as small as programs write them', async () => {
    const json = await sayRaw(shell.port, post(shell.addKey()), inPieces(long, 5))
    assert.match(json, /^HTTP\/1\.1 200 /)
    const upload = await sayRaw(
      uploads.port,
      formHead(uploads, 'Transfer-Encoding: chunked'),
      inPieces(formOf(2_000_000), 512),
    )
    assert.match(upload, /^HTTP\/1\.1 200 /)
  })
})

test('requests that many clients send at once are read in several turns of the event loop', async (t) => {
  const turns: number[] = []
  const counted = route('GET', '/counted', async () => {
    turns.push(turnOfLoop())
    return { status: 200, data: 'counted' }
  })
  const shell = await startShell([counted], { config: { rateLimitPerMinute: 1_000 } })
  t.after(() => shell.close())
  const sockets = await Promise.all(Array.from({ length: 400 }, () => dial(shell.port)))
  const answers = sockets.map(hearAnswer)
  const one = `GET /v1/counted HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shell.addKey()}\r\n\r\n`
  for (const socket of sockets) socket.write(one)
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /)
  for (const socket of sockets) socket.destroy()
  const inOneTurn = [...Map.groupBy(turns, String).values()].map(({ length }) => length)
  assert.ok(Math.max(...inOneTurn) <= 257)
})

describe('requests that are sent ahead', () => {
  const shell = openedBefore(() =>
    startShell([route('GET', '/held', async () => ({ status: 200, data: 'held' }))]),
  )

  test('are answered in order up to a limit, and then the connection is closed', async () => {
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    const one = `GET /v1/held HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shell.addKey()}\r\n\r\n`
    socket.write(one.repeat(200))
    const answers = (await everything).match(/HTTP\/1\.1 \d+/g) ?? []
    assert.deepEqual(new Set(answers), new Set(['HTTP/1.1 200']))
    assert.equal(answers.length, 33)
    assert.equal(shell.logged.filter(({ event }) => event === 'request').length, 33)
  })

  test('may be as many as a client likes when it waits for the answers', async () => {
    const socket = await dial(shell.port)
    const one = `GET /v1/held HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${shell.addKey()}\r\n\r\n`
    for (let round = 0; round < 10; round += 1) {
      const heard = new Promise<number>((resolve) => {
        let text = ''
        const take = (chunk: Buffer) => {
          text += chunk.toString('latin1')
          const count = text.match(/"held"/g)?.length ?? 0
          if (count < 10) return
          socket.off('data', take)
          resolve(count)
        }
        socket.on('data', take)
      })
      socket.write(one.repeat(10))
      assert.equal(await heard, 10)
    }
    socket.destroy()
  })
})
