import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areaOf } from '../../../server/http/client-address.ts'
import { browserFamily } from '../../../server/users/sign-in/sign-in-place.ts'

const agents: readonly (readonly [string, string])[] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1 FxiOS/140.0 Mobile Safari/605.1', 'firefox'],
  ['Mozilla/5.0 (Windows) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'chrome'],
  ['Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36', 'chrome'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1 CriOS/140.0 Mobile Safari/604.1', 'chrome'],
  ['Mozilla/5.0 (Windows) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'edge'],
  ['Mozilla/5.0 (Windows) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0', 'opera'],
  ['Mozilla/5.0 (Linux) SamsungBrowser/28.0 Chrome/140.0 Mobile Safari/537.36', 'samsung'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'safari'],
  ['curl/8.14.1', 'curl'],
  ['', 'none'],
]

describe('the kind of a browser', () => {
  for (const [said, family] of agents) {
    test(`is ${family} for "${said}"`, () => assert.equal(browserFamily(said), family))
  }

  test('is cut short where it is made up', () => {
    assert.equal(browserFamily('x'.repeat(200)).length, 40)
  })
})

const addresses: readonly (readonly [string, string])[] = [
  ['198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:7:ffff::99', '2001:db8:7::/48'],
  ['not an address', 'not an address'],
]

describe('the network of a sign-in', () => {
  for (const [clientAddress, network] of addresses) {
    test(`is ${network} for ${clientAddress}`, () => {
      assert.equal(areaOf(clientAddress), network)
    })
  }
})
