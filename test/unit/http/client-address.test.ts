import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  clientAddressOf,
  isAddressWithin,
  networkOf,
  siteOf,
} from '../../../server/http/client-address.ts'

describe('clientAddressOf', () => {
  const proxies = ['10.0.0.0/8', 'fd00::/8']
  const cases: readonly (readonly [
    why: string,
    socketAddress: string | undefined,
    forwardedFor: string | undefined,
    client: string,
  ])[] = [
    ['a direct client', '203.0.113.1', undefined, '203.0.113.1'],
    ['a direct client that claims another address', '203.0.113.1', '198.51.100.7', '203.0.113.1'],
    ['a client behind a proxy', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a client that put an address in front', '10.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    ['a chain of proxies', '10.0.0.1', '198.51.100.7, 10.0.0.2,fd00::2', '198.51.100.7'],
    ['a proxy that says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['a proxy that says nothing useful', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['nothing useful before a proxy', '10.0.0.1', '198.51.100.7, junk, 10.0.0.2', '10.0.0.2'],
    ['proxies all the way', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['a port on the address', '10.0.0.1', '198.51.100.7:5000', '198.51.100.7'],
    ['a bracketed address', '10.0.0.1', '[2001:db8::7]:5000', '2001:db8::7'],
    ['IPv4 mapped into IPv6', '::ffff:10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['an octal disguise', '10.0.0.1', '010.0.0.9', '10.0.0.1'],
    ['a link-local zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['a socket that is gone', undefined, '198.51.100.7', 'unknown'],
  ]
  for (const [why, socketAddress, forwardedFor, client] of cases) {
    test(`sees ${client} for ${why}`, () => {
      assert.equal(clientAddressOf({ socketAddress, forwardedFor }, proxies), client)
    })
  }
})

describe('isAddressWithin', () => {
  const cases: readonly (readonly [
    address: string,
    cidrs: readonly string[],
    isWithin: boolean,
  ])[] = [
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['10.1.2.3', ['192.0.2.0/24', '10.1.2.3/32'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db8::1', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['10.1.2.3', [], false],
    ['10.1.2.3', ['everyone'], false],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
  ]
  for (const [address, cidrs, isWithin] of cases) {
    test(`${address} is ${isWithin ? '' : 'not '}within [${cidrs}]`, () => {
      assert.equal(isAddressWithin(address, cidrs), isWithin)
    })
  }
})

describe('networkOf', () => {
  test('is the address itself for IPv4 and the /64 for IPv6', () => {
    assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
    assert.equal(networkOf('2001:db8:1:2:3::1'), networkOf('2001:db8:1:2:ffff::'))
    assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
    assert.equal(networkOf('unknown'), 'unknown')
  })
})

test('siteOf counts IPv6 by its /48, and IPv4 by its address', () => {
  assert.equal(siteOf('192.0.2.1'), '192.0.2.1')
  assert.equal(siteOf('2001:db8:1:2:3::1'), siteOf('2001:db8:1:ffff::1'))
  assert.notEqual(siteOf('2001:db8:1::1'), siteOf('2001:db8:2::1'))
  assert.equal(siteOf('::ffff:192.0.2.1'), '192.0.2.1')
})
