// Slow: starts load generators.

import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { rawRequest, runLoad } from '../../../scripts/bench/load/run-load.ts'

describe('the load generator', () => {
  test('counts whole answers, with a length and in chunks, and none of the warm-up', async (t) => {
    let received = 0
    const port = await listen(t, (_request, response) => {
      received += 1
      if (received % 2 === 0) response.write('a part, then ')
      setTimeout(() => response.end('x'.repeat(70_000)), 20)
    })
    const requests = [rawRequest('GET', '/one'), rawRequest('POST', '/two', { json: { a: 1 } })]
    const order = { port, requests, connections: 4, seconds: 1.5, warmUpSeconds: 0.1 }
    const { answers, refused, p50Ms, p99Ms } = await runLoad(order)
    assert.ok(answers > 4 && answers < received, `${answers} of ${received}`)
    assert.equal(refused, 0)
    assert.ok(p50Ms >= 1 && p99Ms >= p50Ms)
  })

  test('keeps to an even rate, and counts the waiting for a free connection', async (t) => {
    const port = await listen(t, (_request, response) => {
      setTimeout(() => response.end('{}'), 50)
    })
    const rate = { connections: 1, seconds: 0.5, warmUpSeconds: 0, perSecond: 40 }
    const report = await runLoad({ port, requests: [rawRequest('GET', '/')], ...rate })
    assert.ok(report.answers <= 20, `${report.answers} answers`)
    assert.ok(report.maxMs > 100, `${report.maxMs} ms`)
  })

  test('fails where an answer is not 2xx', async (t) => {
    const port = await listen(t, (_request, response) => response.writeHead(429).end())
    const order = { port, connections: 1, seconds: 0.1, warmUpSeconds: 0 }
    await assert.rejects(runLoad({ ...order, requests: [rawRequest('GET', '/')] }), /were not 2xx/)
  })
})

function listen(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  t.after(() => server.close())
  return listenLocally(server)
}
