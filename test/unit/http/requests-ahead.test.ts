import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { admitNext, type Latest } from '../../../server/http/connections/requests-ahead.ts'

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
