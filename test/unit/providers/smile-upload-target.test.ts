import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { smileUploadHostsDefault } from '../../../server/providers/smile-id/allowed-hosts.ts'
import { uploadTarget } from '../../../server/providers/smile-id/upload-target.ts'
import { hostPatterns } from '../../../server/settings/setting-hosts.ts'

const production = 'https://api.smileidentity.com/v1'
const plainStandIn = 'http://127.0.0.1:4010/v1'
const standInOverTls = 'https://localhost:4011/v1'

const followed: readonly (readonly [string, string])[] = [
  [production, 'https://smile-uploads-live01.s3.us-west-2.amazonaws.com/videos/x?signed=1'],
  [production, 'https://smile-uploads-live01.s3.amazonaws.com/videos/x'],
  [production, 'https://smile-uploads-live01.s3-accelerate.amazonaws.com/videos/x'],
  [production, 'https://api.smileidentity.com/upload'],
  [production, 'https://store.eu.smileidentity.com/upload'],
  [plainStandIn, 'http://127.0.0.1:4010/x'],
  [standInOverTls, 'https://localhost:4011/x'],
]

/** From the real Smile ID. */
const strange = [
  'https://store.example.com/x',
  'https://smile-uploads-live01.s3.us-west-2.amazonaws.com:8443/x',
  'https://other-bucket.s3.us-west-2.amazonaws.com/x',
  'https://smile-uploads-a.b.s3.us-west-2.amazonaws.com/x',
  'https://smile-uploads-a.s3.us-west-2.amazonaws.com.evil.example/x',
  'https://smile-uploads-a.s3.us-west-2.amazonaws.com./x',
  'https://smileidentity.com/x',
  'https://evilsmileidentity.com/x',
  'https://10.0.0.1/x',
  'https://167772161/x',
  'https://0x0a.0.0.1/x',
  'https://[fd00::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://127.0.0.1/x',
  'https://localhost/x',
]

const refused: readonly (readonly [string, string, string])[] = [
  ...strange.map((link) => [production, link, 'host_not_allowed'] as const),
  [production, 'http://api.smileidentity.com/upload', 'not_https'],
  [production, 'http://127.0.0.1/x', 'not_https'],
  [production, 'ftp://api.smileidentity.com/x', 'not_https'],
  [production, 'https://user:secret@api.smileidentity.com/x', 'credentials'],
  [production, 'https://user@api.smileidentity.com/x', 'credentials'],
  [plainStandIn, 'http://127.0.0.1:9999/x', 'host_not_allowed'],
  [plainStandIn, 'http://localhost:4010/x', 'host_not_allowed'],
  [plainStandIn, 'http://10.0.0.1:4010/x', 'not_https'],
  [plainStandIn, 'http://127.0.0.1.example.com:4010/x', 'not_https'],
  [standInOverTls, 'http://localhost:4011/x', 'not_https'],
  ['http://smile.example/v1', 'http://smile.example/x', 'not_https'],
]

const allow = (text: string) => hostPatterns.parse(text, '') ?? []
const target = (base: string, link: string, hosts = smileUploadHostsDefault) =>
  uploadTarget(link, { baseUrl: new URL(base), uploadHosts: allow(hosts) })

describe('a link to upload to', () => {
  for (const [baseUrl, link] of followed) {
    test(`${link} from ${baseUrl} is followed`, () => {
      assert.equal(target(baseUrl, link).kind, 'good')
    })
  }
  for (const [baseUrl, link, why] of refused) {
    test(`${link} from ${baseUrl} is refused`, () => {
      const { host } = new URL(link)
      assert.deepEqual(target(baseUrl, link), { kind: 'refused', why, host })
    })
  }
  for (const link of [
    '/videos/x',
    'not a link',
    'file:///etc/passwd',
    `https://${'a'.repeat(300)}.example/`,
  ]) {
    test(`${link.slice(0, 30)} is no link`, () => {
      assert.deepEqual(target(production, link), { kind: 'unreadable' })
    })
  }

  test('may lead where the operator says, and nowhere else then but to Smile ID itself', () => {
    const hosts = 'store.bank.example:8443'
    assert.equal(target(production, 'https://store.bank.example:8443/x', hosts).kind, 'good')
    assert.equal(target(production, 'https://api.smileidentity.com/x', hosts).kind, 'good')
    assert.equal(target(production, 'https://store.bank.example/x', hosts).kind, 'refused')
    assert.equal(target(production, 'https://a.s3.amazonaws.com/x', hosts).kind, 'refused')
    assert.equal(target(production, 'https://store.bank.example:8443/x', 'none').kind, 'refused')
  })
})
