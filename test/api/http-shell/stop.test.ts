// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, dial, hear, hearAll, sayRaw } from './client.ts'
import { route, type Shell, startShell } from './shell.ts'

const get = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`

interface HeldShell {
  readonly shell: Shell
  readonly key: string
  /** Resolves when a request for `/v1/held` is at work. */
  readonly atWork: Promise<void>
  release(): void
}

async function startHeldShell(): Promise<HeldShell> {
  const { promise: atWork, resolve: begun } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = route('GET', '/held', async () => {
    begun()
    await released
    return { status: 200, data: 'done' }
  })
  const shell = await startShell([held])
  return { shell, key: shell.addKey(), atWork, release }
}

describe('stopping', () => {
  test('lets what is in flight finish, then closes its connection', async (t) => {
    const { shell, key, atWork, release } = await startHeldShell()
    t.after(() => shell.close())
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    socket.write(get('/v1/held', key))
    await atWork
    const stopped = shell.stop(60_000)
    await assert.rejects(dial(shell.port), { code: 'ECONNREFUSED' })
    release()
    await stopped
    assert.match(await everything, /^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*"done"/s)
  })

  test('closes idle connections at once', async (t) => {
    const { shell } = await startHeldShell()
    t.after(() => shell.close())
    const idle = await dial(shell.port)
    const everything = hearAll(idle)
    idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    await hear(idle, '"ok"')
    await shell.stop(60_000)
    assert.match(await everything, /^HTTP\/1\.1 200 /)
  })

  test('closes connections at once that nothing was ever sent over', async (t) => {
    const { shell } = await startHeldShell()
    t.after(() => shell.close())
    const everything = hearAll(await dial(shell.port))
    // Its turn comes after that of the connection, which the server has accepted by then.
    const later = await dial(shell.port)
    later.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    await hear(later, '"ok"')
    await shell.stop(60_000)
    assert.equal(await everything, '')
  })

  test('answers a request that was pipelined behind the last one, and closes then', async (t) => {
    const { shell, key, atWork, release } = await startHeldShell()
    t.after(() => shell.close())
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    socket.write(get('/v1/held', key))
    await atWork
    const stopped = shell.stop(60_000)
    release()
    await stopped
    assert.equal((await everything).match(/HTTP\/1\.1 200/g)?.length, 1)
  })

  test('cuts off what has not finished in time', async (t) => {
    const { shell, key, atWork, release } = await startHeldShell()
    t.after(() => shell.close())
    const socket = await dial(shell.port)
    const everything = hearAll(socket)
    socket.write(get('/v1/held', key))
    await atWork
    await shell.stop(20)
    assert.equal(await everything, '')
    release()
  })

  test('twice is once', async (t) => {
    const { shell } = await startHeldShell()
    t.after(() => shell.close())
    await Promise.all([shell.stop(60_000), shell.stop(0)])
    await shell.stop(0)
  })
})

describe('listening', () => {
  test('returns a URL with the port it listens on', async (t) => {
    const shell = await startShell([], { listen: { host: '0.0.0.0' } })
    t.after(() => shell.close())
    assert.equal(shell.url, `http://127.0.0.1:${shell.port}`)
    assert.equal((await call(`${shell.url}/healthz`)).status, 200)
  })

  test('on an address in use fails', async (t) => {
    const shell = await startShell([])
    t.after(() => shell.close())
    await assert.rejects(startShell([], { listen: { port: shell.port } }), { code: 'EADDRINUSE' })
    assert.match(await sayRaw(shell.port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'), /200 OK/)
  })
})
