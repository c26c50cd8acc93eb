import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  cameOverTls,
  findReachFlaw,
  type Reach,
  type ReachRules,
} from '../../../server/http/reach.ts'

const elsewhere = '198.51.100.7'
const direct: Reach = {
  peerAddress: elsewhere,
  isTls: true,
  proxied: undefined,
  clientAddress: elsewhere,
  host: 'svc.bank.example',
  localAddress: '10.0.0.5',
}
const throughProxy = (scheme: string | undefined, clientAddress = elsewhere): Reach => ({
  ...direct,
  isTls: false,
  peerAddress: '10.0.0.9',
  proxied: { scheme },
  clientAddress,
})
const fromHere: Reach = {
  ...direct,
  isTls: false,
  peerAddress: '127.0.0.1',
  clientAddress: '127.0.0.1',
  localAddress: '127.0.0.1',
}
const anyName: ReachRules = {
  publicUrlSet: undefined,
  consoleHost: undefined,
  insecureHttp: false,
  profile: 'appliance',
}
const oneName: ReachRules = {
  publicUrlSet: 'https://svc.bank.example',
  consoleHost: undefined,
  insecureHttp: true,
  profile: 'appliance',
}

describe('plain http', () => {
  const cases: readonly (readonly [who: string, reach: Reach, isRefused: boolean])[] = [
    ['a client over https', direct, false],
    ['a client elsewhere', { ...direct, isTls: false }, true],
    ['a client that has left', { ...direct, isTls: false, peerAddress: undefined }, false],
    ['a client of this machine', fromHere, false],
    ['one of this machine by IPv6', { ...fromHere, peerAddress: '::1' }, false],
    ['one of this machine, mapped', { ...fromHere, peerAddress: '::ffff:127.0.0.1' }, false],
    ['a trusted proxy whose client came over https', throughProxy('https'), false],
    ['a trusted proxy that does not say', throughProxy(undefined), false],
    ['a trusted proxy whose client came over http', throughProxy('http'), true],
    ['a trusted proxy whose client is this machine', throughProxy('http', '127.0.0.1'), false],
  ]
  for (const [who, reach, isRefused] of cases) {
    test(`is ${isRefused ? 'refused' : 'no matter'}: ${who}`, () => {
      const refusal = findReachFlaw(reach, anyName)
      assert.equal(refusal !== undefined, isRefused)
      if (isRefused) assert.match(String(refusal?.message), /Use https/)
    })
  }

  test('is no matter where the operator accepted the risk', () => {
    const rules = { ...anyName, insecureHttp: true }
    assert.equal(findReachFlaw({ ...direct, isTls: false }, rules), undefined)
    assert.equal(findReachFlaw(throughProxy('http'), rules), undefined)
  })
})

describe('the Host, where the public URL is set', () => {
  const named = (host: string | undefined, reach: Reach = direct): Reach => ({ ...reach, host })
  const taken: readonly Reach[] = [
    named('svc.bank.example'),
    named('svc.bank.example:443'),
    named('10.0.0.5'),
    named('10.0.0.5:8080'),
    named('10.0.0.5:8080', { ...direct, localAddress: '::ffff:10.0.0.5' }),
    named('[fd00::5]:8080', { ...direct, localAddress: 'fd00::5' }),
    named('localhost:8080', fromHere),
    named('127.0.0.1:8080', fromHere),
    named('[::1]', { ...fromHere, peerAddress: '::1', localAddress: '::1' }),
    named(undefined, fromHere),
  ]
  for (const reach of taken) {
    test(`is ours as ${reach.host} from ${reach.peerAddress}`, () => {
      assert.equal(findReachFlaw(reach, oneName), undefined)
    })
  }

  const refused: readonly Reach[] = [
    named('evil.example'),
    named('svc.bank.example.evil.example'),
    named('svc.bank.example:8443'),
    named('svc.bank.example:80'),
    named('10.0.0.6'),
    named('localhost'),
    named('127.0.0.1'),
    named(undefined),
    named('evil.example', fromHere),
    named('localhost.evil.example', fromHere),
  ]
  for (const reach of refused) {
    test(`is not ours as ${reach.host} from ${reach.peerAddress}`, () => {
      assert.match(String(findReachFlaw(reach, oneName)?.message), /answers as svc\.bank\.example/)
    })
  }

  test('counts with its port where that is not the usual one', () => {
    const rules = { ...oneName, publicUrlSet: 'http://svc.bank.example:8080' }
    assert.equal(findReachFlaw(named('svc.bank.example:8080'), rules), undefined)
    assert.notEqual(findReachFlaw(named('svc.bank.example'), rules), undefined)
  })

  test('may be any where it is not set', () => {
    assert.equal(findReachFlaw(named('evil.example'), anyName), undefined)
  })
})

test('a client came over https where the connection is, or where a trusted proxy says so', () => {
  assert.deepEqual(
    [direct, throughProxy('https'), throughProxy('http'), throughProxy(undefined), fromHere].map(
      cameOverTls,
    ),
    [true, true, false, false, false],
  )
})
