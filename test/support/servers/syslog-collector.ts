// A syslog collector for tests, and the reconciling of its real connections with the test's clock.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import type { ManualClock } from '../manual-clock.ts'
import type { CertifiedKey } from '../tls.ts'

/** Lets work come to rest whose connections take real time and whose pauses are of the test's clock. */
export async function settle(clock: ManualClock, work: Promise<void>): Promise<void> {
  let isDone = false
  const done = work.then(() => {
    isDone = true
  })
  for (let looks = 0; looks < 5_000 && !isDone; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    clock.advance(2)
  }
  assert.ok(isDone, 'the work has come to rest')
  await done
}

/** A syslog collector over TLS. `breaks` drops connections with what they bring. */
export async function startCollector(t: TestContext, identity: CertifiedKey) {
  const messages: string[] = []
  const collector = { messages, breaks: false }
  const server = createServer({ key: identity.key, cert: identity.cert }, (socket: TLSSocket) => {
    const parts: Buffer[] = []
    socket.on('error', () => {})
    if (collector.breaks) return void socket.destroy()
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => {
      messages.push(...framesIn(Buffer.concat(parts)))
      socket.end()
    })
  })
  const port = await listenLocally(server)
  t.after(() => server.close())
  return Object.assign(collector, {
    url: `tls://127.0.0.1:${port}`,
  })
}

/** Splits octet-counted messages. */
function framesIn(bytes: Buffer): readonly string[] {
  const frames: string[] = []
  let at = 0
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at)
    const length = Number(bytes.subarray(at, space).toString())
    assert.ok(Number.isInteger(length) && length > 0, 'a message begins with its length')
    frames.push(bytes.subarray(space + 1, space + 1 + length).toString('utf8'))
    at = space + 1 + length
  }
  return frames
}
