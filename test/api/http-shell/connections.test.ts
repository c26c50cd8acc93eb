// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { dial, hearAll, hearAnswer, sayRaw } from './client.ts'
import { route, startShell } from './shell.ts'

const health = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
const things = route('GET', '/things', async () => ({ status: 200, data: [] }))

test('beyond a number of connections one is closed unread, and those that wait for a request make room', async (t) => {
  const shell = await startShell([things], { listen: { connectionsMax: 2 } })
  t.after(() => shell.close())
  const idle = [await dial(shell.port), await dial(shell.port)]
  for (const socket of idle) {
    const answer = hearAnswer(socket)
    socket.write(health)
    assert.match(await answer, /^HTTP\/1\.1 200 /)
  }
  const ended = idle.map(hearAll)
  const third = await dial(shell.port)
  assert.equal(await hearAll(third), '')
  await Promise.all(ended)
  assert.match(await sayRaw(shell.port, health), /^HTTP\/1\.1 200 /)
  const dropped = shell.logged.filter(({ event }) => event === 'connections_dropped')
  assert.deepEqual(
    dropped.map(({ level, count }) => [level, count]),
    [['warn', 1]],
  )
})

test('a client that still reads its answer keeps its connection', async (t) => {
  const text = 'a'.repeat(32 * 1024 * 1024)
  const large = route('GET', '/large', async () => ({ status: 200, data: text }))
  const shell = await startShell([large], { listen: { connectionsMax: 2 } })
  t.after(() => shell.close())
  const reader = await dial(shell.port)
  const key = shell.addKey()
  reader.write(
    `GET /v1/large HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )
  await once(reader, 'readable')
  const idle = await dial(shell.port)
  const answer = hearAnswer(idle)
  idle.write(health)
  await answer
  const ended = hearAll(idle)
  assert.equal(await hearAll(await dial(shell.port)), '')
  await ended
  assert.ok((await hearAll(reader)).length > text.length)
})
