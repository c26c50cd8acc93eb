// Slow: takes half a second of processor time and more. sign-in.test.ts signs in at a directory in the fast lane.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { openedBefore } from '../../support/opened-before.ts'
import {
  type DirectoryScene,
  personOf,
  startDirectoryScene,
} from '../../support/scenes/directory-scene.ts'

describe('a sign-out at the directory', () => {
  const scene = openedBefore(startDirectoryScene)
  beforeEach(() => {
    scene.reset()
    scene.directory.person = personOf('awa', ['svc-reviewers'])
  })

  const signIn = async () => {
    const traveller = scene.open()
    assert.equal((await traveller.signIn()).status, 200)
    assert.equal((await traveller.ask('GET', '/me')).status, 200)
    return traveller
  }
  const post = async (body: URLSearchParams | string) => {
    const url = `${scene.url}/callbacks/directory/logout`
    const { status, headers } = await fetch(url, { method: 'POST', body })
    return { status, headers }
  }
  const send = (token: string) => post(new URLSearchParams({ logout_token: token }))
  const reason = () => {
    const line = scene.logLines.findLast((text) => text.includes('"directory_logout_refused"'))
    return line === undefined ? undefined : (JSON.parse(line) as { reason: string }).reason
  }

  test('ends the sessions here, as the directory itself sends it', async () => {
    const traveller = await signIn()
    await traveller.leaveDirectory(scene.directory.issuer)
    assert.equal((await traveller.ask('GET', '/me')).status, 401)
    const [entry] = await scene.audited('user.signed_out')
    assert.deepEqual(entry?.details, { factor: 'directory', count: 1 })
    assert.equal(entry?.actor.kind, 'system')
  })

  test('ends no session that began after it, and none of others', async () => {
    const awa = await signIn()
    const token = scene.directory.logoutToken({
      claims: { iat: Math.floor(scene.clock.now() / 1000) - 100 },
    })
    assert.equal((await send(token)).status, 200)
    scene.directory.person = personOf('moussa', ['svc-reviewers'])
    assert.equal((await send(scene.directory.logoutToken())).status, 200)
    assert.equal((await awa.ask('GET', '/me')).status, 200)
  })

  const old = Math.floor(Date.now() / 1000) - 3600
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const forged: readonly (readonly [
    string,
    Parameters<DirectoryScene['directory']['logoutToken']>[0],
    string,
  ])[] = [
    ['signed with another key', { key: foreign }, 'logout_token_signature'],
    ['without a signature', { header: { alg: 'none' } }, 'logout_token_signature'],
    ['signed with our secret', { header: { alg: 'HS256' } }, 'logout_token_signature'],
    ['of another directory', { claims: { iss: 'https://other.example' } }, 'logout_token_iss'],
    ['for another client', { claims: { aud: 'other' } }, 'logout_token_aud'],
    ['that is old', { claims: { iat: old, exp: old + 7200 } }, 'logout_token_iat'],
    ['that has expired', { claims: { exp: old } }, 'logout_token_exp'],
    ['with a nonce, like an ID token', { claims: { nonce: 'n' } }, 'logout_token_nonce'],
    ['without the event', { claims: { events: {} } }, 'logout_token_events'],
    ['without an id', { claims: { jti: undefined } }, 'logout_token_jti'],
    ['without a person', { claims: { sub: undefined } }, 'logout_token_sub'],
    ['of another type', { header: { typ: 'at+jwt' } }, 'logout_token_type'],
  ]
  for (const [name, change, expected] of forged) {
    test(`is not believed by a token ${name}`, async () => {
      const traveller = await signIn()
      const reply = await send(scene.directory.logoutToken(change))
      assert.equal(reply.status, 400)
      assert.equal(reason(), expected)
      assert.equal((await traveller.ask('GET', '/me')).status, 200)
    })
  }

  test('is not taken from text that is no token, nor from an ID token', async () => {
    const traveller = await signIn()
    assert.equal((await send('nothing')).status, 400)
    assert.equal((await send(scene.directory.lastToken())).status, 400)
    assert.equal((await send('')).status, 400)
    const json = JSON.stringify({ logout_token: scene.directory.logoutToken() })
    assert.equal((await post(json)).status, 415)
    assert.equal((await traveller.ask('GET', '/me')).status, 200)
  })

  test('is asked for again while the directory does not give its keys', async () => {
    const traveller = await signIn()
    const token = scene.directory.logoutToken()
    scene.clock.advance(10_000)
    scene.directory.isDown = true
    const reply = await send(token)
    assert.deepEqual([reply.status, reply.headers.get('retry-after')], [503, '60'])
    scene.directory.isDown = false
    assert.equal((await send(token)).status, 200)
    assert.equal((await traveller.ask('GET', '/me')).status, 401)
  })
  test('costs the directory few calls, however many forged tokens come', async () => {
    scene.clock.advance(10_000)
    const before = scene.directory.keysAsked
    const forge = () => send(scene.directory.logoutToken({ key: foreign }))
    const replies = await Promise.all(Array.from({ length: 20 }, forge))
    replies.push(await forge())
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([400]))
    assert.equal(scene.directory.keysAsked - before, 1)
  })
})
