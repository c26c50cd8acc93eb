import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { captureLog } from '../../support/captured-log.ts'
import { bodyOf, openWorld, post, shown } from './sender.ts'

/** Once the receiver has told of this many deliveries. */
function untilTold(count: number) {
  let resolve = () => {}
  const reached = new Promise<void>((done) => {
    resolve = done
  })
  let told = 0
  const onDelivery = () => {
    told += 1
    if (told === count) resolve()
  }
  return { reached, onDelivery }
}

describe('a path of the webhook receiver', () => {
  for (const status of [200, 204, 299, 301, 304, 404, 429, 500, 599]) {
    test(`/status/${status} answers ${status}, also to what is not signed`, async (t) => {
      const world = await openWorld(t)
      const path = `/status/${status}`
      assert.equal(await post(world, { path }), status)
      assert.equal(await post(world, { path, secret: 'whsec_other' }), status)
    })
  }

  test('/gone answers 410', async (t) => {
    assert.equal(await post(await openWorld(t), { path: '/gone' }), 410)
  })

  test('/flaky/2 refuses each event twice, then takes it', async (t) => {
    const world = await openWorld(t)
    const path = '/flaky/2'
    const other = bodyOf({ id: 'evt_another' })
    const statuses: number[] = []
    for (const body of [bodyOf(), other, bodyOf(), bodyOf(), other, bodyOf()]) {
      statuses.push(await post(world, { path, body }))
    }
    assert.deepEqual(statuses, [500, 500, 500, 204, 500, 204])
    const repeats = world.told.map(({ isRepeat }) => isRepeat)
    assert.deepEqual(repeats, [false, false, false, false, false, true])
  })

  test('/flaky/2 counts no attempt that is not signed', async (t) => {
    const world = await openWorld(t)
    const path = '/flaky/1'
    assert.equal(await post(world, { path, secret: 'whsec_other' }), 401)
    assert.equal(await post(world, { path }), 500)
    assert.equal(await post(world, { path }), 204)
  })

  test('/slow/2000 answers when two seconds have gone by', async (t) => {
    const { reached, onDelivery } = untilTold(1)
    const world = await openWorld(t, { onDelivery })
    let status: number | undefined
    const answered = post(world, { path: '/slow/2000' }).then((said) => {
      status = said
    })
    await reached
    // The answer to this comes after the delivery's own had been put off.
    await shown(world)
    world.clock.advance(1_999)
    await shown(world)
    assert.equal(status, undefined)
    world.clock.advance(1)
    await answered
    assert.equal(status, 204)
  })

  test('/slow survives a sender that did not wait', async (t) => {
    const { reached, onDelivery } = untilTold(1)
    const world = await openWorld(t, { onDelivery })
    const impatience = new AbortController()
    const posted = post(world, { path: '/slow/2000', signal: impatience.signal })
    await reached
    await shown(world)
    impatience.abort()
    await assert.rejects(posted, { name: 'AbortError' })
    world.clock.advance(2_000)
    assert.equal(await post(world), 204)
  })

  test('/hang takes the delivery in and never answers', async (t) => {
    const { reached, onDelivery } = untilTold(1)
    const world = await openWorld(t, { onDelivery })
    const posted = post(world, { path: '/hang' })
    await reached
    world.clock.advance(600_000)
    assert.equal((await shown(world))[0]?.answer, 'silence')
    await world.receiver.close()
    await assert.rejects(posted)
  })

  test('/reset cuts the connection', async (t) => {
    const world = await openWorld(t)
    const answer = await post(world, { path: '/reset' }).catch((error) => error.cause.code)
    assert.equal(answer, 'ECONNRESET')
    assert.equal((await shown(world))[0]?.answer, 'reset')
  })

  for (const path of ['/status/199', '/status/600', '/status', '/slow/', '/slow/600001']) {
    test(`${path} is none`, async (t) => {
      const world = await openWorld(t)
      assert.equal(await post(world, { path }), 404)
      assert.equal(world.told.length, 0)
    })
  }

  for (const path of ['/constructor', '/hang/1', '/gone/now', '/a/b/c', '//', '/slow/-1']) {
    test(`${path} is none either`, async (t) => {
      assert.equal(await post(await openWorld(t), { path }), 404)
    })
  }

  test('may be followed by a query, which says nothing', async (t) => {
    assert.equal(await post(await openWorld(t), { path: '/status/201?status=500' }), 201)
  })

  test('is asked for as a path, not as the server itself or as a whole URL', async (t) => {
    const { receiver } = await openWorld(t)
    const answers: string[] = []
    for (const target of ['*', 'http://localhost/']) {
      answers.push(await speak(receiver.port, `POST ${target} HTTP/1.0\r\n\r\n`))
    }
    for (const answer of answers) assert.match(answer, /^HTTP\/1.1 404 /)
  })

  test('takes posts only', async (t) => {
    const { receiver } = await openWorld(t)
    const response = await fetch(`${receiver.url}/`)
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
  })

  test('forgets a delivery that was cut off in its middle, which is no fault of ours', async (t) => {
    const { log, lines } = captureLog()
    const world = await openWorld(t, { log })
    await speak(world.receiver.port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"id"')
    assert.equal(await post(world), 204)
    assert.deepEqual([world.told.length, lines], [1, []])
  })
})

/** What comes back until the connection is closed. */
async function speak(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  return (await socket.setEncoding('latin1').toArray()).join('')
}
