import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type ClientConnection,
  type ConnectionRules,
  cameOverTls,
  findConnectionFlaw,
} from '../../../server/http/connections/connection-policy.ts'

const elsewhere = '198.51.100.7'
const direct: ClientConnection = {
  peerAddress: elsewhere,
  isTls: true,
  proxied: undefined,
  clientAddress: elsewhere,
  host: 'svc.bank.example',
  localAddress: '10.0.0.5',
}
const throughProxy = (scheme: string | undefined, clientAddress = elsewhere): ClientConnection => ({
  ...direct,
  isTls: false,
  peerAddress: '10.0.0.9',
  proxied: { scheme },
  clientAddress,
})
const fromHere: ClientConnection = {
  ...direct,
  isTls: false,
  peerAddress: '127.0.0.1',
  clientAddress: '127.0.0.1',
  localAddress: '127.0.0.1',
}
const anyName: ConnectionRules = {
  publicUrlSet: undefined,
  consoleHost: undefined,
  insecureHttp: false,
  profile: 'appliance',
}
const oneName: ConnectionRules = {
  publicUrlSet: 'https://svc.bank.example',
  consoleHost: undefined,
  insecureHttp: true,
  profile: 'appliance',
}

describe('plain http', () => {
  const cases: readonly (readonly [
    who: string,
    connection: ClientConnection,
    isRefused: boolean,
  ])[] = [
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
  for (const [who, connection, isRefused] of cases) {
    test(`is ${isRefused ? 'refused' : 'no matter'}: ${who}`, () => {
      const refusal = findConnectionFlaw(connection, anyName)
      assert.equal(refusal !== undefined, isRefused)
      if (isRefused) assert.match(String(refusal?.message), /Use https/)
    })
  }

  test('is no matter where the operator accepted the risk', () => {
    const rules = { ...anyName, insecureHttp: true }
    assert.equal(findConnectionFlaw({ ...direct, isTls: false }, rules), undefined)
    assert.equal(findConnectionFlaw(throughProxy('http'), rules), undefined)
  })
})

describe('the Host, where the public URL is set', () => {
  const named = (
    host: string | undefined,
    connection: ClientConnection = direct,
  ): ClientConnection => ({ ...connection, host })
  const taken: readonly ClientConnection[] = [
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
  for (const connection of taken) {
    test(`is ours as ${connection.host} from ${connection.peerAddress}`, () => {
      assert.equal(findConnectionFlaw(connection, oneName), undefined)
    })
  }

  const refused: readonly ClientConnection[] = [
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
  for (const connection of refused) {
    test(`is not ours as ${connection.host} from ${connection.peerAddress}`, () => {
      assert.match(
        String(findConnectionFlaw(connection, oneName)?.message),
        /answers as svc\.bank\.example/,
      )
    })
  }

  test('counts with its port where that is not the usual one', () => {
    const rules = { ...oneName, publicUrlSet: 'http://svc.bank.example:8080' }
    assert.equal(findConnectionFlaw(named('svc.bank.example:8080'), rules), undefined)
    assert.notEqual(findConnectionFlaw(named('svc.bank.example'), rules), undefined)
  })

  test('may be any where it is not set', () => {
    assert.equal(findConnectionFlaw(named('evil.example'), anyName), undefined)
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
