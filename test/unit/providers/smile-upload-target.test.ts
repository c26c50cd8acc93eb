import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { uploadTarget } from '../../../server/providers/smile-id/upload-target.ts'

const production = 'https://api.smileidentity.com/v1'
const plainStandIn = 'http://127.0.0.1:4010/v1'
const standInOverTls = 'https://localhost:4011/v1'

const cases: readonly (readonly [string, string, boolean])[] = [
  [production, 'https://store.example.com/videos/x?signed=1', true],
  [production, 'https://store.example.com:8443/x', true],
  [production, 'https://api.smileidentity.com/upload', true],
  [production, 'http://store.example.com/x', false],
  [production, 'http://10.0.0.1/x', false],
  [production, 'https://10.0.0.1/x', false],
  [production, 'https://167772161/x', false],
  [production, 'https://0x0a.0.0.1/x', false],
  [production, 'https://[fd00::1]/x', false],
  [production, 'https://[::ffff:10.0.0.1]/x', false],
  [production, 'https://127.0.0.1/x', false],
  [production, 'https://localhost/x', false],
  [production, 'https://LOCALHOST./x', false],
  [production, 'https://a.localhost/x', false],
  [production, 'https://user:secret@store.example.com/x', false],
  [production, 'https://user@store.example.com/x', false],
  [production, 'https://:secret@store.example.com/x', false],
  [production, 'ftp://store.example.com/x', false],
  [production, 'file:///etc/passwd', false],
  [production, '/videos/x', false],
  [production, 'not a link', false],
  ['https://192.0.2.7/v1', 'https://192.0.2.7/x', true],
  ['https://192.0.2.7/v1', 'https://192.0.2.8/x', false],
  ['http://smile.example/v1', 'http://smile.example/x', false],
  [plainStandIn, 'http://127.0.0.1:9999/x', true],
  [plainStandIn, 'http://localhost:9999/x', true],
  [plainStandIn, 'http://[::1]:9999/x', true],
  [plainStandIn, 'https://127.0.0.1:9999/x', true],
  [plainStandIn, 'http://10.0.0.1/x', false],
  [plainStandIn, 'https://store.example.com/x', false],
  [plainStandIn, 'http://127.0.0.1.example.com/x', false],
  [standInOverTls, 'https://127.0.0.1:9999/x', true],
  [standInOverTls, 'http://127.0.0.1:9999/x', false],
]

describe('a link to upload to', () => {
  for (const [baseUrl, link, allowed] of cases) {
    test(`${link} from ${baseUrl} is ${allowed ? 'followed' : 'refused'}`, () => {
      assert.equal(uploadTarget(link, new URL(baseUrl)) !== undefined, allowed)
    })
  }
})
