import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { destinationOf } from '../../../server/egress/destination.ts'
import type { OwnAddresses } from '../../../server/egress/self-call.ts'
import { createServicePolicy } from '../../../server/egress/service-policy.ts'
import {
  smileHosts,
  smileUploadHostsDefault,
} from '../../../server/providers/smile-id/allowed-hosts.ts'
import { engineHosts } from '../../../server/scoring/create-scoring-engine.ts'
import { hostPatterns } from '../../../server/settings/setting-hosts.ts'
import {
  forbiddenAddresses,
  privateAddresses,
  publicAddresses,
} from '../../support/odd-addresses.ts'

const nobody: OwnAddresses = { ownPorts: new Set<number>(), ownAddresses: () => [] }
const hosts = (text: string) => hostPatterns.parse(text, '') ?? []
const live = 'https://api.smileidentity.com/v1'
const bucket = 'https://smile-uploads-a.s3.us-west-2.amazonaws.com'

function smile(baseUrl = live, uploadHosts = smileUploadHostsDefault, ourselves = nobody) {
  const reach = smileHosts({ baseUrl, uploadHosts: hosts(uploadHosts) })
  const policy = createServicePolicy(reach, ourselves)
  return (url: string, ...addresses: readonly string[]) =>
    policy.judge(addresses, destinationOf(new URL(url)))
}

function engine(url: string, ourselves = nobody) {
  const policy = createServicePolicy(engineHosts({ url }), ourselves)
  return (asked: string, ...addresses: readonly string[]) =>
    policy.judge(addresses, destinationOf(new URL(asked)))
}

describe('the identity provider and its uploads', () => {
  test('are reached at public addresses', () => {
    const judge = smile()
    for (const address of publicAddresses) {
      assert.equal(judge(live, address), 'allowed', address)
      assert.equal(judge(bucket, address), 'allowed', address)
    }
  })

  test('are reached at no other, by their own names', () => {
    const judge = smile()
    for (const url of [live, bucket, 'https://store.smileidentity.com']) {
      for (const address of forbiddenAddresses) assert.equal(judge(url, address), 'forbidden')
      for (const address of privateAddresses) assert.equal(judge(url, address), 'private')
      assert.equal(judge(url, '1.1.1.1', '10.0.0.1'), 'private', 'one of several')
    }
  })

  test('are nobody else: a host that no setting takes in is closed at any address', () => {
    const judge = smile()
    assert.equal(judge('https://store.example.com', '1.1.1.1'), 'forbidden')
    assert.equal(judge('https://api.smileidentity.com:8443/v1', '1.1.1.1'), 'forbidden')
  })

  test('may stand on a private range where a setting names the host in full', () => {
    const judge = smile(
      'https://smile.bank.internal:8443/v1',
      'store.bank.internal,*.files.internal',
    )
    assert.equal(judge('https://smile.bank.internal:8443/v1', '10.1.2.3'), 'allowed')
    assert.equal(judge('https://store.bank.internal/x', 'fd12::1'), 'allowed')
    assert.equal(judge('https://a.files.internal/x', '10.1.2.3'), 'private')
    assert.equal(judge('https://a.files.internal/x', '1.1.1.1'), 'allowed')
    for (const address of forbiddenAddresses) {
      assert.equal(judge('https://smile.bank.internal:8443/v1', address), 'forbidden', address)
    }
    assert.equal(smile(live, 'api.smileidentity.com')(live, '10.1.2.3'), 'allowed')
  })

  test('may stand on this machine where the name says so, and only there by plain http', () => {
    const judge = smile('http://localhost:4010/v1', 'none')
    assert.equal(judge('http://localhost:4010/v1', '127.0.0.1', '::1'), 'allowed')
    assert.equal(judge('http://localhost:4010/v1', '10.0.0.1'), 'plain_http')
    assert.equal(judge('http://localhost:4011/v1', '127.0.0.1'), 'forbidden')
    assert.equal(judge('http://127.0.0.1:4010/v1', '127.0.0.1'), 'forbidden')
  })

  test('are open on the ports of their settings alone', () => {
    const judge = smile(live, 'uploads.example.com, other.example.com:8443')
    assert.equal(judge('https://uploads.example.com/', '1.1.1.1'), 'allowed')
    assert.equal(judge('https://other.example.com:8443/', '1.1.1.1'), 'allowed')
    for (const port of [22, 25, 8443, 5432]) {
      assert.equal(judge(`https://uploads.example.com:${port}/`, '1.1.1.1'), 'forbidden', `${port}`)
      assert.equal(
        judge(`https://api.smileidentity.com:${port}/`, '1.1.1.1'),
        'forbidden',
        `${port}`,
      )
    }
  })

  test('are never our own server', () => {
    const ourselves = { ownPorts: new Set([8443]), ownAddresses: () => ['203.0.113.7', '10.0.0.7'] }
    const judge = smile('https://us.bank.example:8443/v1', 'localhost:8443', ourselves)
    assert.equal(judge('https://us.bank.example:8443/v1', '203.0.113.7'), 'forbidden')
    assert.equal(judge('https://us.bank.example:8443/v1', '10.0.0.7'), 'forbidden')
    assert.equal(judge('https://localhost:8443/', '127.0.0.1'), 'forbidden')
    assert.equal(judge('https://us.bank.example:8443/v1', '10.0.0.8'), 'allowed')
  })
})

describe('the scoring engine', () => {
  test('is the host of its setting, on a private range or public', () => {
    const judge = engine('https://score.bank.internal:9443/v1/score')
    for (const address of ['10.9.8.7', 'fd12::1', '1.1.1.1']) {
      assert.equal(judge('https://score.bank.internal:9443/v1/score', address), 'allowed')
    }
    for (const address of forbiddenAddresses) {
      assert.equal(judge('https://score.bank.internal:9443/x', address), 'forbidden', address)
    }
  })

  test('is nothing else', () => {
    const judge = engine('https://score.bank.internal:9443/v1/score')
    for (const url of ['https://score.bank.internal', 'https://other.bank.internal:9443']) {
      assert.equal(judge(url, '10.9.8.7'), 'forbidden')
      assert.equal(judge(url, '1.1.1.1'), 'forbidden')
    }
  })

  test('may be an address, and this machine where the setting says so', () => {
    assert.equal(engine('https://10.0.0.5/s')('https://10.0.0.5/s', '10.0.0.5'), 'allowed')
    assert.equal(engine('https://[fd12::5]/s')('https://[fd12::5]/s', 'fd12::5'), 'allowed')
    assert.equal(engine('http://[::1]:9/s')('http://[::1]:9/s', '::1'), 'allowed')
    const metadata = 'https://169.254.169.254/s'
    assert.equal(engine(metadata)(metadata, '169.254.169.254'), 'forbidden')
  })
})
