// The provider, its uploads and the engine are dialled through the guard: the address that is dialled is the
// one that was judged, on every new connection.

import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Egress, guardService } from '../../../server/egress/guard-service.ts'
import type { OutboundEnd } from '../../../server/egress/outbound.ts'
import { createHostResolver } from '../../../server/egress/resolve-host.ts'
import { createServiceClient } from '../../../server/egress/service-client.ts'
import { smileHosts } from '../../../server/providers/smile-id/allowed-hosts.ts'
import { engineHosts } from '../../../server/scoring/create-scoring-engine.ts'
import { createEngineClient } from '../../../server/scoring/engine-client.ts'
import { hostPatterns } from '../../../server/settings/setting-hosts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type AnswerQuestion, startDnsServer } from '../../support/servers/dns-server.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { certifyServer, makeAuthority } from '../../support/tls.ts'
import { features, unavailable, withoutId } from '../scoring/engine-scene.ts'
import { startHttpStub } from '../smile-id-client/http-stub.ts'

/** A world in which names lead where a test says, and a service on this machine that must not be reached. */
async function setUp(t: TestContext, dns: AnswerQuestion) {
  const authority = await makeAuthority()
  const trap = await startHttpStub(
    (_, response) => {
      response.writeHead(200, { Connection: 'close' }).end('{}')
    },
    await certifyServer(authority),
  )
  const server = await startDnsServer(dns)
  const hostsFile = join(tempFolder(t), 'hosts')
  writeFileSync(hostsFile, '')
  const clock = new ManualClock()
  const resolver = createHostResolver({ clock, hostsFile, servers: [server.address] })
  const egress: Egress = { resolver, clock, ownPorts: new Set(), ownAddresses: () => [] }
  let dialled = 0
  const count = () => {
    dialled += 1
  }
  channel('net.client.socket').subscribe(count)
  t.after(async () => {
    channel('net.client.socket').unsubscribe(count)
    await trap.close()
    await server.close()
  })
  const { port } = new URL(trap.origin)
  const extraCa = authority.cert
  return { trap, port, egress, clock, extraCa, dialled: () => dialled }
}

function uploadTo(t: TestContext, egress: Egress, extraCa: string, uploadHosts: string) {
  const baseUrl = 'https://api.smileidentity.com/v1'
  const hosts = smileHosts({ baseUrl, uploadHosts: hostPatterns.parse(uploadHosts, '') ?? [] })
  const ends: OutboundEnd[] = []
  const onCall = () => (end: OutboundEnd) => ends.push(end)
  const fetch = createServiceClient({ guard: guardService(egress, hosts), extraCa, onCall })
  t.after(() => fetch.close())
  const put = (url: string) =>
    fetch.send({
      purpose: 'identity.upload',
      method: 'PUT',
      url: new URL(url),
      headers: {},
      body: 'pictures',
      timeoutMs: 5_000,
      answerBytesMax: 100,
      signal: new AbortController().signal,
    })
  return { put, ends }
}

const forbidden = { kind: 'failed', reason: 'address_forbidden' }

describe('an upload', () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1']) {
    test(`to an allowed name that leads to ${address} is not dialled, and the ledger says so`, async (t) => {
      const dns: AnswerQuestion = (_, type) =>
        (type === 'AAAA') === address.includes(':') ? [address] : []
      const { trap, port, egress, extraCa, dialled } = await setUp(t, dns)
      const { put, ends } = uploadTo(t, egress, extraCa, `*.files.example:${port}`)
      assert.deepEqual(await put(`https://a.files.example:${port}/x`), forbidden)
      assert.deepEqual([dialled(), trap.connections()], [0, 0])
      assert.deepEqual(
        ends.map(({ outcome, status }) => [outcome, status]),
        [['address_forbidden', undefined]],
      )
    })
  }

  test('to a host that no setting takes in is not dialled either', async (t) => {
    const { port, egress, extraCa, dialled } = await setUp(t, () => ['93.184.216.34'])
    const { put } = uploadTo(t, egress, extraCa, `*.files.example:${port}`)
    assert.deepEqual(await put(`https://elsewhere.example:${port}/x`), forbidden)
    assert.equal(dialled(), 0)
  })

  test('is judged anew for every connection: a name that changes its mind is refused then', async (t) => {
    const { trap, port, egress, extraCa } = await setUp(t, () => [])
    const answers = ['127.0.0.1', '169.254.169.254', '10.0.0.1']
    const resolver = { resolve: async () => [answers.shift() ?? '127.0.0.1'] }
    const { put, ends } = uploadTo(t, { ...egress, resolver }, extraCa, `localhost:${port}`)
    const url = `https://localhost:${port}/x`
    assert.equal((await put(url)).kind, 'answer')
    assert.deepEqual(await put(url), forbidden)
    assert.equal((await put(url)).kind, 'failed')
    assert.equal(trap.connections(), 1)
    assert.equal(ends[1]?.outcome, 'address_forbidden')
  })
})

describe('the scoring engine', () => {
  test('is not dialled where its name leads home or to a metadata service', async (t) => {
    let address = '127.0.0.1'
    const { port, egress, clock, dialled } = await setUp(t, (_, type) =>
      type === 'A' ? [address] : [],
    )
    const url = new URL(`https://score.bank.example:${port}/score`)
    const guard = guardService(egress, engineHosts({ url: url.href }))
    const access = { url, token: 't', timeoutMs: 5_000 }
    const engine = createEngineClient(createServiceClient({ guard }), access)
    t.after(() => engine.close())
    for (const next of ['127.0.0.1', '169.254.169.254']) {
      address = next
      clock.advance(60_000)
      assert.deepEqual(withoutId(await engine.score(features)), unavailable('address_forbidden'))
    }
    assert.equal(dialled(), 0)
  })
})
