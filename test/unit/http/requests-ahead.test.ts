import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { admitNext, type Latest } from '../../../server/http/connections/requests-ahead.ts'
import { watchConnections } from '../../../server/http/connections/watch-connections.ts'
import { dial } from '../../api/http-shell/client.ts'
import { until } from '../../support/turns.ts'

test('requests beyond the limit of those sent ahead cost little when their connection closes', async () => {
  const socket = new Socket()
  let stack: string | undefined
  // As Node does at the start of a connection.
  socket.once('close', () => {
    stack = new Error('aborted').stack
  })
  const send = () => {
    const request = new IncomingMessage(socket)
    return { request, response: new ServerResponse(request) }
  }
  const latest: Latest = { ...send(), ahead: 0, isClosing: false }
  let dropped = send()
  while (admitNext(latest, dropped)) dropped = send()
  const late = send()
  assert.equal(admitNext(latest, late), false)

  const stackTraceLimit = Error.stackTraceLimit
  const closed = once(socket, 'close')
  for (const { request, response } of [dropped, late]) {
    request.destroy(new Error('aborted'))
    response.destroy(new Error('aborted'))
    assert.deepEqual([request.destroyed, response.destroyed], [false, false])
  }
  socket.destroy()
  await closed
  assert.equal(stack, 'Error: aborted')
  assert.equal(Error.stackTraceLimit, stackTraceLimit)
})

test('a connection that sent too many ahead is read no more while its answers take their time', async (t) => {
  let seen = 0
  const server = createServer((request, response) => {
    seen += 1
    connections.admit(request, response)
  })
  const connections = watchConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = await dial((server.address() as AddressInfo).port)
  t.after(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const one = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  client.write(one.repeat(100))
  await until(() => seen >= 34)
  const before = seen
  for (let turn = 0; turn < 100; turn += 1) {
    client.write(one.repeat(100))
    await turnOfTheLoop()
  }
  // What was read in the turn in which the limit was reached may still be parsed.
  assert.ok(seen - before <= 200, `${seen - before}`)
})
