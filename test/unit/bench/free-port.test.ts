import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { freePort } from '../../../scripts/bench/free-port.ts'

interface Finder {
  readonly freePort: typeof freePort
}

/** As another process would, which begins its search at the same port. */
function finder(name: string): Promise<Finder> {
  return import(`../../../scripts/bench/free-port.ts?${name}`)
}

test('a port that one process got goes to no other, nor does the next one, though nothing listens there yet', async () => {
  const [one, other] = await Promise.all([finder('one'), finder('other')])
  const ports = []
  for (let index = 0; index < 5; index += 1) {
    ports.push(await one.freePort(), await other.freePort())
  }
  // A server listens for supervisors on the port after its own.
  ports.push(...ports.map((port) => port + 1))
  assert.equal(new Set(ports).size, ports.length, ports.join(', '))
})

test('a port lies below those that any system assigns by itself, and above those that browsers refuse', async () => {
  const { freePort } = await finder('range')
  for (let index = 0; index < 50; index += 1) {
    const port = await freePort()
    assert.ok(port > 10_080 && port < 16_000, String(port))
  }
})
