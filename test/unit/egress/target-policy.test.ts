import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tierOf } from '../../../server/egress/address-tiers.ts'
import type { Destination } from '../../../server/egress/destination.ts'
import { createTargetPolicy, type PolicySettings } from '../../../server/egress/target-policy.ts'
import { allowedTargets } from '../../../server/settings/setting-targets.ts'
import {
  forbiddenAddresses,
  privateAddresses,
  publicAddresses,
} from '../../support/odd-addresses.ts'

const tiers = {
  forbidden: forbiddenAddresses,
  private: privateAddresses,
  public: publicAddresses,
} as const

function policyOf(allow: string, more: Partial<PolicySettings> = {}) {
  return createTargetPolicy({
    allow: allowedTargets.parse(allow, '/') ?? assert.fail(`not an allow list: ${allow}`),
    allowLoopback: false,
    ownPorts: new Set(),
    ownAddresses: () => [],
    ...more,
  })
}

const https = (host = 'hooks.bank.internal', port = 443): Destination => ({
  scheme: 'https',
  host,
  port,
})
const http = (host = 'hooks.bank.internal', port = 80): Destination => ({
  scheme: 'http',
  host,
  port,
})

describe('the tier of an address', () => {
  for (const [tier, addresses] of Object.entries(tiers)) {
    for (const address of addresses) {
      test(`${address} is ${tier}`, () => assert.equal(tierOf(address), tier))
    }
  }

  const unreadable = [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '8.8.8.8 ',
    'fe80::1%eth0',
  ]
  for (const text of [...unreadable, '2a00::1%1', '[2a00::1]', '8.8.8.8:443', '1.2.3.4.5']) {
    test(`${JSON.stringify(text)} is no address and so forbidden`, () => {
      assert.equal(tierOf(text), 'forbidden')
    })
  }
})

describe('without an allow list', () => {
  const policy = policyOf('none')

  test('public addresses are reached by https and by nothing else', () => {
    for (const address of publicAddresses) {
      assert.equal(policy.judge([address], https()), 'allowed')
      assert.equal(policy.judge([address], http()), 'plain_http')
    }
    assert.equal(policy.plainHttp, 'nowhere')
  })

  test('one address that is not allowed closes all the others', () => {
    assert.equal(policy.judge(['1.1.1.1', '2606:4700::1111'], https()), 'allowed')
    assert.equal(policy.judge(['1.1.1.1', '10.0.0.1'], https()), 'private')
    assert.equal(policy.judge(['1.1.1.1', '8.8.8.8', '::1'], https()), 'forbidden')
    assert.equal(policy.judge(['169.254.169.254', '1.1.1.1'], https()), 'forbidden')
  })

  test('ports of mail, shells, directories and databases are closed, and those of web servers open', () => {
    for (const port of [
      21, 22, 23, 25, 53, 110, 143, 389, 465, 587, 993, 2375, 3306, 5432, 6379, 9200,
    ]) {
      assert.equal(
        policy.judge(['1.1.1.1'], https('hooks.example.com', port)),
        'forbidden',
        `${port}`,
      )
    }
    for (const port of [80, 443, 3000, 4443, 8000, 8080, 8443, 8888, 9443, 10443, 49_152]) {
      assert.equal(
        policy.judge(['1.1.1.1'], https('hooks.example.com', port)),
        'allowed',
        `${port}`,
      )
    }
  })

  test('no address at all is a bug', () => {
    assert.throws(() => policy.judge([], https()), /no address/)
  })
})

describe('an allow list', () => {
  test('of one range opens its addresses by https and http, and no other', () => {
    const policy = policyOf('10.1.0.0/16')
    for (const inside of ['10.1.0.0', '10.1.2.3', '10.1.255.255']) {
      assert.equal(policy.judge([inside], https()), 'allowed')
      assert.equal(policy.judge([inside], http()), 'allowed')
    }
    assert.equal(policy.judge(['10.0.255.255'], https()), 'private')
    assert.equal(policy.judge(['10.2.0.0'], https()), 'private')
    assert.equal(policy.judge(['10.2.0.0'], http()), 'plain_http')
    assert.equal(policy.judge(['10.1.2.3', '10.2.0.0'], https()), 'private')
    assert.equal(policy.judge(['1.1.1.1'], http()), 'plain_http')
  })

  test('opens nothing that is forbidden, however wide its ranges', () => {
    const policy = policyOf(
      '128.0.0.0/1,64.0.0.0/2,2.0.0.0/7,8000::/1,2000::/3,fd00::/8,*.internal',
    )
    for (const address of forbiddenAddresses) {
      assert.equal(policy.judge([address], https()), 'forbidden', address)
      assert.equal(policy.judge([address], http()), 'forbidden', address)
    }
  })

  test('with a port opens that port alone', () => {
    const policy = policyOf('10.1.2.3:8443,[fd12::]/16:8443')
    for (const address of ['10.1.2.3', 'fd12::9']) {
      assert.equal(policy.judge([address], https('x', 8443)), 'allowed')
      assert.equal(policy.judge([address], http('x', 8443)), 'allowed')
      assert.equal(policy.judge([address], https('x', 443)), 'private')
    }
  })

  test('with a name opens private addresses to that name by https, and to no other', () => {
    const policy = policyOf('hooks.bank.internal')
    assert.equal(policy.judge(['10.0.0.1', 'fd12::1'], https('hooks.bank.internal')), 'allowed')
    assert.equal(policy.judge(['10.0.0.1'], http('hooks.bank.internal')), 'plain_http')
    assert.equal(policy.judge(['127.0.0.1'], https('hooks.bank.internal')), 'forbidden')
    const others = ['a.hooks.bank.internal', 'xhooks.bank.internal', 'bank.internal', '10.0.0.1']
    for (const other of [...others, 'hooks.bank.internal.']) {
      assert.equal(policy.judge(['10.0.0.1'], https(other)), 'private')
    }
    assert.equal(policy.plainHttp, 'nowhere')
  })

  test('with a pattern opens the names below it, on its port', () => {
    const policy = policyOf('*.bank.internal:8443')
    for (const name of ['a.bank.internal', 'b.a.bank.internal']) {
      assert.equal(policy.judge(['10.0.0.1'], https(name, 8443)), 'allowed')
      assert.equal(policy.judge(['10.0.0.1'], https(name, 443)), 'private')
    }
    for (const name of [
      'bank.internal',
      '.bank.internal',
      'evilbank.internal',
      'a.bank.internal.x',
    ]) {
      assert.equal(policy.judge(['10.0.0.1'], https(name, 8443)), 'private', name)
    }
  })
})

describe('a port of something else', () => {
  test('opens where the operator lists it, for that network or name alone', () => {
    assert.equal(policyOf('10.1.0.0/16').judge(['10.1.2.3'], https('a.example', 25)), 'allowed')
    const named = policyOf('hooks.bank.example:6443')
    assert.equal(named.judge(['1.1.1.1'], https('hooks.bank.example', 6443)), 'allowed')
    assert.equal(named.judge(['1.1.1.1'], https('hooks.bank.example', 25)), 'forbidden')
    assert.equal(named.judge(['1.1.1.1'], https('other.example', 6443)), 'forbidden')
    const portless = policyOf('hooks.bank.example')
    assert.equal(portless.judge(['10.0.0.1'], https('hooks.bank.example', 25)), 'forbidden')
  })
})

describe('the development switch', () => {
  const ownPorts = new Set([8080])
  const policy = policyOf('none', { allowLoopback: true, ownPorts })

  test('opens loopback, by http too, and nothing else', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1']) {
      assert.equal(policy.judge([address], https('localhost', 9000)), 'allowed')
      assert.equal(policy.judge([address], http('localhost', 9000)), 'allowed')
    }
    const rest = forbiddenAddresses.filter((one) => !/^(127\.|::1$)/.test(one))
    for (const address of rest) assert.equal(policy.judge([address], https()), 'forbidden', address)
    assert.equal(policy.judge(['10.0.0.1'], https()), 'private')
    assert.equal(policy.judge(['1.1.1.1'], http()), 'plain_http')
  })

  test('never opens the port that we listen on, one that was added later neither', () => {
    assert.equal(policy.judge(['127.0.0.1'], http('localhost', 8080)), 'forbidden')
    assert.equal(policy.judge(['::1'], https('localhost', 8080)), 'forbidden')
    assert.equal(policy.judge(['127.0.0.1'], http('localhost', 8081)), 'allowed')
    ownPorts.add(8081)
    assert.equal(policy.judge(['127.0.0.1'], http('localhost', 8081)), 'forbidden')
  })
})

test('our own port on an address of this machine is closed, though a list has its range', () => {
  const ownAddresses = () => ['10.1.0.5', 'fd12:0:0::5']
  const policy = policyOf('10.1.0.0/16,fd12::/16', { ownPorts: new Set([8080]), ownAddresses })
  assert.equal(policy.judge(['10.1.0.5'], https('x', 8080)), 'forbidden')
  assert.equal(policy.judge(['fd12::5'], https('x', 8080)), 'forbidden')
  assert.equal(policy.judge(['10.1.0.5'], https('x', 8443)), 'allowed')
  assert.equal(policy.judge(['10.1.0.6'], https('x', 8080)), 'allowed')
})
