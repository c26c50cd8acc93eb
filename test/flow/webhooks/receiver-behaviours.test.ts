import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { slotsMax } from '../../../server/deliveries/schedule-slots.ts'
import { testsMax } from '../../../server/deliveries/test-slots.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { answer, type Behave, thank } from '../../support/servers/webhook-receiver.ts'
import { until } from '../../support/turns.ts'
import { connectionIsFree, openReceiver, openSending } from './sending.ts'

/** A receiver without TLS, and a sender that may reach it. */
async function openPlain(t: TestContext, behave: Behave, timeoutMs = 5_000) {
  const receiver = await openReceiver(t, behave)
  const sending = await openSending(t, { allowLoopback: true, timeoutMs })
  return { receiver, ...sending }
}

describe('an answer', () => {
  const statuses = ['200 OK', '204 No Content', '299 Odd', '300 Choices', '301 Moved', '410 Gone']
  for (const status of [...statuses, '429 Slow Down', '500 Oops', '999 Beyond']) {
    test(`of ${status} is reported as it is`, async (t) => {
      const { receiver, outcomeOf } = await openPlain(t, (socket) => socket.write(answer(status)))
      assert.equal(await outcomeOf(receiver.url), Number.parseInt(status, 10))
    })
  }

  test('brings its Retry-After, whatever its status', async (t) => {
    for (const status of ['429 Slow Down', '503 Busy', '200 OK', '301 Moved']) {
      const answered = answer(status, ['Retry-After: 120'])
      const { receiver, send } = await openPlain(t, (socket) => socket.write(answered))
      const exchange = await send(receiver.url)
      assert.equal(exchange.kind === 'answered' && exchange.retryAfterMs, 120_000)
    }
  })

  test('after an interim one is the answer', async (t) => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    const { receiver, outcomeOf } = await openPlain(t, (socket) =>
      socket.write(`${hint}${answer('202 Accepted')}`),
    )
    assert.equal(await outcomeOf(receiver.url), 202)
  })

  test('is not there yet after an interim one', async (t) => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    const { receiver, outcomeOf } = await openPlain(t, (socket) => socket.write(hint), 150)
    assert.equal(await outcomeOf(receiver.url), 'timeout')
  })

  test('is lost where interim ones do not end', async (t) => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)
    const { receiver, outcomeOf } = await openPlain(t, (socket) =>
      socket.write(`${hints}${answer('202 Accepted')}`),
    )
    assert.equal(await outcomeOf(receiver.url), 'connection_lost')
  })

  test('leaves its connection open for the next delivery', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, thank)
    for (let round = 0; round < 3; round += 1) {
      assert.equal(await outcomeOf(receiver.url), 200)
      await connectionIsFree()
    }
    assert.equal(receiver.connections(), 1)
  })

  test('frees a connection for one of those that are more than can be under way', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, thank)
    const connectionsMax = slotsMax + testsMax
    const sent = Array.from({ length: connectionsMax + 3 }, () => outcomeOf(receiver.url))
    assert.deepEqual(new Set(await Promise.all(sent)), new Set([200]))
    assert.equal(receiver.connections(), connectionsMax)
  })
})

describe('a request', () => {
  test('carries exactly the body and headers that it was given, by POST', async (t) => {
    const { receiver, send } = await openPlain(t, thank)
    const body = Buffer.from('{"a":"é"}')
    await send(`${receiver.url}?q=1`, { body, headers: { 'svc-attempt': '2' } })
    const [head = '', sent] = receiver.requests[0]?.split('\r\n\r\n') ?? []
    assert.equal(sent, body.toString('latin1'))
    assert.deepEqual(head.split('\r\n').sort(), [
      'POST /hook?q=1 HTTP/1.1',
      'connection: keep-alive',
      'content-length: 10',
      `host: localhost:${receiver.port}`,
      'svc-attempt: 2',
    ])
  })

  test('that cannot be written is a bug and no outcome', async (t) => {
    const { receiver, send } = await openPlain(t, thank)
    await assert.rejects(send(receiver.url, { headers: { 'svc-attempt': '1\r\nx: y' } }))
    assert.equal(receiver.requests.length, 0)
  })
})

describe('a receiver without manners', () => {
  test('that never answers ends at the deadline, and its connection with it', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, () => {}, 150)
    assert.equal(await outcomeOf(receiver.url), 'timeout')
    await receiver.deserted()
  })

  test('that trickles its status line ends at the deadline, though it never falls silent', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, trickle('HTTP/1.1 200 OK'), 500)
    assert.equal(await outcomeOf(receiver.url), 'timeout')
    await receiver.deserted()
  })

  test('that trickles its headers ends at the deadline', async (t) => {
    const drip = trickle('X-Slow: yes\r\n')
    const behave: Behave = (socket, request) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      drip(socket, request)
    }
    const { receiver, outcomeOf } = await openPlain(t, behave, 500)
    assert.equal(await outcomeOf(receiver.url), 'timeout')
  })

  test('that trickles its body has answered; its connection is given up', async (t) => {
    const drip = trickle('x'.repeat(100))
    const behave: Behave = (socket, request) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n')
      drip(socket, request)
    }
    const { receiver, outcomeOf } = await openPlain(t, behave, 500)
    assert.equal(await outcomeOf(receiver.url), 200)
    await receiver.deserted()
  })

  test('that announces a gigabyte is cut off unread', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
      flood(socket)
    })
    assert.equal(await outcomeOf(receiver.url), 200)
    await receiver.deserted()
    assert.ok(receiver.bytesSent() < 20_000_000, `${receiver.bytesSent()} bytes`)
  })

  test('that announces more than is read is not waited for', async (t) => {
    const receiver = await openReceiver(t, (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4097\r\n\r\n'),
    )
    const senderClock = new ManualClock()
    const { outcomeOf } = await openSending(t, { allowLoopback: true, senderClock })
    assert.equal(await outcomeOf(receiver.url), 200)
    await receiver.deserted()
    assert.equal(senderClock.pendingCount, 0)
  })

  test('that sends a gigabyte unannounced is cut off after the first few kilobytes', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')
      flood(socket)
    })
    assert.equal(await outcomeOf(receiver.url), 200)
    await receiver.deserted()
    assert.ok(receiver.bytesSent() < 20_000_000, `${receiver.bytesSent()} bytes`)
  })

  test('that sends headers without end is cut off', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ')
      flood(socket)
    })
    assert.equal(await outcomeOf(receiver.url), 'connection_lost')
    await receiver.deserted()
    assert.ok(receiver.bytesSent() < 20_000_000, `${receiver.bytesSent()} bytes`)
  })

  test('that sends a gzip bomb sees it left packed, and its connection used again', async (t) => {
    const bomb = gzipSync(Buffer.alloc(2_000_000))
    assert.ok(bomb.length < 4_096)
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
    const { receiver, outcomeOf } = await openPlain(t, (socket) => {
      socket.write(Buffer.concat([Buffer.from(head), bomb]))
    })
    assert.equal(await outcomeOf(receiver.url), 200)
    await connectionIsFree()
    assert.equal(await outcomeOf(receiver.url), 200)
    assert.equal(receiver.connections(), 1)
  })

  const broken: Readonly<Record<string, Behave>> = {
    'resets in the middle of its headers': (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Le', () => socket.resetAndDestroy()),
    'hangs up before it answers': (socket) => socket.destroy(),
    'does not speak HTTP': (socket) => socket.write('220 mail.bank.example ESMTP\r\n'),
    'switches protocols': (socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  }
  for (const [name, behave] of Object.entries(broken)) {
    test(`that ${name} has lost the connection`, async (t) => {
      const { receiver, outcomeOf } = await openPlain(t, behave)
      assert.equal(await outcomeOf(receiver.url), 'connection_lost')
    })
  }

  test('that breaks off inside its body has answered all the same', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, (socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', () => socket.destroy()),
    )
    assert.equal(await outcomeOf(receiver.url), 200)
  })

  test('that does not listen cannot be connected to', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, thank)
    await receiver.close()
    assert.equal(await outcomeOf(receiver.url), 'connection_failed')
  })
})

describe('an attempt that we break off', () => {
  test('by its signal is aborted, before and while it waits', async (t) => {
    const { receiver, outcomeOf } = await openPlain(t, () => {})
    const stop = new AbortController()
    const waiting = outcomeOf(receiver.url, { signal: stop.signal })
    await until(() => receiver.requests.length === 1)
    stop.abort()
    assert.equal(await waiting, 'aborted')
    assert.equal(await outcomeOf(receiver.url, { signal: stop.signal }), 'aborted')
    await receiver.deserted()
    assert.equal(receiver.connections(), 1)
  })

  test('by closing the sender is aborted, also while it connects', async (t) => {
    const silent = await openReceiver(t, () => {})
    const { sender, outcomeOf } = await openSending(t, { allowLoopback: true })
    const waiting = outcomeOf(silent.url)
    const connecting = outcomeOf(`https://localhost:${silent.port}/`)
    await until(() => silent.connections() === 2 && silent.requests.length === 1)
    await sender.close()
    assert.deepEqual(await Promise.all([waiting, connecting]), ['aborted', 'aborted'])
    await silent.deserted()
    assert.equal(await outcomeOf(silent.url), 'aborted')
  })
})

/** One byte every 200 ms. */
function trickle(text: string): Behave {
  return (socket) => {
    let at = 0
    const timer = setInterval(() => {
      socket.write(text.charAt(at % text.length))
      at += 1
    }, 200)
    socket.on('close', () => clearInterval(timer))
  }
}

/** A gigabyte, as fast as it is taken. */
function flood(socket: Parameters<Behave>[0]): void {
  const chunk = Buffer.alloc(100_000, 'x')
  let left = 10_000
  function pour(): void {
    while (left > 0 && !socket.destroyed) {
      left -= 1
      if (!socket.write(chunk)) return void socket.once('drain', pour)
    }
  }
  pour()
}

describe('a wall clock', () => {
  for (const forwardMs of [60_000, -60_000]) {
    test(`set by ${forwardMs} ms while connecting changes neither outcome nor duration`, async (t) => {
      const senderClock = new ManualClock()
      const dns = () => {
        senderClock.setBack(-forwardMs)
        return ['127.0.0.1']
      }
      const receiver = await openReceiver(t, thank)
      const { send } = await openSending(t, { allowLoopback: true, senderClock, dns })
      const { port } = new URL(receiver.url)
      let isOver = false
      const sending = send(`http://receiver.test:${port}/`).finally(() => {
        isOver = true
      })
      await until(() => {
        // What is due by now is done, as by real timers.
        senderClock.advance(0)
        return isOver
      })
      const exchange = await sending
      assert.deepEqual(
        [exchange.kind === 'answered' && exchange.status, exchange.durationMs],
        [200, 0],
      )
    })
  }
})
