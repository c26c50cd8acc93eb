import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { consoleOriginOf } from '../../../server/demo/console-address.ts'

test('the console of a demo on this machine is opened under a name', async () => {
  const port = await freePort()
  assert.equal(await consoleOriginOf(`http://127.0.0.1:${port}`), `http://localhost:${port}`)
})

test('an address that localhost does not lead to stays, as does what TLS has names for', async () => {
  const port = await freePort()
  for (const url of [`http://127.0.0.2:${port}`, `https://127.0.0.1:${port}`]) {
    assert.equal(await consoleOriginOf(url), url)
  }
})

test('localhost is not named where it leads to another program, too', async (t) => {
  const other = createServer()
  const port = await listenLocally(other, '127.0.0.2')
  t.after(() => other.close())
  const both = async () => ['127.0.0.2', '127.0.0.1']
  const url = `http://127.0.0.1:${port}`
  assert.equal(await consoleOriginOf(url, both), url)
  const free = await freePort()
  assert.equal(await consoleOriginOf(`http://127.0.0.1:${free}`, both), `http://localhost:${free}`)
})
