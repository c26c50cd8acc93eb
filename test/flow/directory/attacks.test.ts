// Slow: signs in at a directory hundreds of times. sign-in.test.ts signs in in the fast lane.
// SQLite only: about tokens. sign-in.test.ts signs in on either database.

import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { attemptsKeptMs } from '../../../server/users/sign-in/back-off.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { personOf, refusalOf, startDirectoryScene } from '../../support/scenes/directory-scene.ts'
import { directoryClient } from '../../support/servers/directory-server.ts'

const minuteMs = 60_000

describe('an answer of the directory is refused', () => {
  const scene = openedBefore(startDirectoryScene)
  beforeEach(() => {
    scene.reset()
    scene.directory.person = personOf('awa', ['svc-reviewers'])
  })

  /** Signs in with changed claims; returns the refusal and the reason in the log. */
  async function withClaims(changed: Record<string, unknown>): Promise<readonly unknown[]> {
    scene.directory.forge = (claims) => ({ claims: { ...claims, ...changed } })
    return [refusalOf(await scene.open().signIn()), scene.lastReason()]
  }

  test('with another state, and the visit ends with it', async () => {
    const browser = scene.open()
    const back = await browser.visit(await browser.begin())
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    assert.equal(refusalOf(await browser.complete(forged)), 'answer_invalid')
    assert.equal(refusalOf(await browser.complete(back)), 'start_again')
  })

  test('in another browser than the one that began (session fixation, stolen code)', async () => {
    const attacker = scene.open()
    const back = await attacker.visit(await attacker.begin())
    assert.equal(refusalOf(await scene.open().complete(back)), 'start_again')
    const victim = scene.open()
    await victim.begin()
    assert.equal(refusalOf(await victim.complete(back)), 'answer_invalid')
    assert.equal(victim.cookies.has('svc-session'), false)
  })

  test('a second time (replayed code)', async () => {
    const browser = scene.open()
    const back = await browser.visit(await browser.begin())
    assert.equal((await browser.complete(back)).status, 200)
    assert.equal(refusalOf(await browser.complete(back)), 'start_again')
    // A new visit does not make the old code good.
    const address = await browser.begin()
    const forged = new URL(back)
    forged.searchParams.set('state', address.searchParams.get('state') ?? '')
    assert.equal(refusalOf(await browser.complete(forged)), 'answer_invalid')
    assert.equal(scene.lastReason(), 'invalid_grant')
  })

  test('with a code of another visit (PKCE)', async () => {
    const [one, other] = [scene.open(), scene.open()]
    const stolen = await one.visit(await one.begin())
    const own = await other.visit(await other.begin())
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    assert.equal(refusalOf(await other.complete(own)), 'answer_invalid')
    assert.equal(scene.lastReason(), 'invalid_grant')
    const request = new URLSearchParams(scene.directory.tokenRequests.at(-1))
    assert.match(request.get('code_verifier') ?? '', /^[\w-]{43}$/)
  })

  test('of another issuer in the address (mix-up)', async () => {
    const browser = scene.open()
    const back = await browser.visit(await browser.begin())
    back.searchParams.set('iss', 'https://attacker.example')
    assert.equal(refusalOf(await browser.complete(back)), 'answer_invalid')
  })

  test('with another nonce, issuer, audience, or without a subject', async () => {
    assert.deepEqual(await withClaims({ nonce: 'y'.repeat(43) }), [
      'answer_invalid',
      'id_token_nonce',
    ])
    assert.deepEqual(await withClaims({ iss: 'https://attacker.example' }), [
      'answer_invalid',
      'id_token_iss',
    ])
    assert.deepEqual(await withClaims({ aud: 'another-client' }), [
      'answer_invalid',
      'id_token_aud',
    ])
    assert.equal((await withClaims({ sub: undefined }))[0], 'answer_invalid')
  })

  test('with an expired token, or one from the future', async () => {
    const seconds = Math.floor(scene.clock.now() / 1000)
    assert.deepEqual(await withClaims({ exp: seconds - 60 }), ['answer_invalid', 'id_token_exp'])
    assert.deepEqual(await withClaims({ nbf: seconds + 120 }), ['answer_invalid', 'id_token_nbf'])
  })

  test('signed with a foreign key', async () => {
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    scene.directory.forge = (claims) => ({ claims, key })
    assert.equal(refusalOf(await scene.open().signIn()), 'answer_invalid')
  })

  test('without a signature, or signed with our own secret (algorithm confusion)', async () => {
    const hmac = (text: string) =>
      createHmac('sha256', directoryClient.secret).update(text).digest()
    for (const algorithm of [
      { name: 'none', sign: () => Buffer.alloc(0) },
      { name: 'HS256', sign: hmac },
    ]) {
      scene.directory.forge = (claims) => ({ claims, algorithm })
      assert.equal(refusalOf(await scene.open().signIn()), 'answer_invalid', algorithm.name)
      assert.equal(scene.lastReason(), 'oauth_invalid_response', algorithm.name)
    }
  })

  test('but not after the directory changed its key', async () => {
    scene.directory.rotateKey()
    const answer = await scene.open().signIn()
    assert.equal(answer.status, 200, answer.text)
  })

  test('while the clocks differ too much, and not for 20 seconds', async () => {
    scene.clock.advance(20_000)
    assert.equal((await scene.open().signIn()).status, 200)
    const lifeMs = 3_600_000
    scene.clock.advance(lifeMs + minuteMs)
    assert.equal(refusalOf(await scene.open().signIn()), 'answer_invalid')
    assert.equal(scene.lastReason(), 'id_token_exp')
    scene.clock.setBack(lifeMs + minuteMs + 20_000)
  })

  test('for what its own clock says, however long the tests take', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * minuteMs })
    scene.clock.advance(61 * minuteMs)
    const refusal = refusalOf(await scene.open().signIn())
    scene.clock.setBack(61 * minuteMs)
    assert.deepEqual([refusal, scene.lastReason()], ['answer_invalid', 'id_token_exp'])
  })

  test('after ten minutes', async () => {
    const browser = scene.open()
    const back = await browser.visit(await browser.begin())
    scene.clock.advance(10 * minuteMs)
    assert.equal(refusalOf(await browser.complete(back)), 'start_again')
    scene.clock.setBack(10 * minuteMs)
  })

  test('without the groups because they are too many (Microsoft Entra ID)', async () => {
    assert.deepEqual(await withClaims({ groups: undefined, _claim_names: { groups: 'src1' } }), [
      'answer_invalid',
      'too_many_groups',
    ])
  })

  test('that was a refusal there', async () => {
    const browser = scene.open()
    const address = await browser.begin()
    const back = new URL(scene.redirectUri)
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', '<script>alert(1)</script>')
    back.searchParams.set('state', address.searchParams.get('state') ?? '')
    back.searchParams.set('iss', scene.directory.issuer)
    const answer = await browser.complete(back)
    assert.equal(refusalOf(answer), 'refused')
    assert.equal(scene.lastReason(), 'access_denied')
    assert.ok(!`${answer.text}${scene.logLines.join('')}`.includes('script'))
  })

  test('that never comes, because the directory is down', async () => {
    const browser = scene.open()
    const back = await browser.visit(await browser.begin())
    scene.directory.isDown = true
    const answer = await browser.complete(back)
    assert.deepEqual([answer.status, refusalOf(answer)], [503, 'unreachable'])
    assert.equal(scene.lastReason(), 'http_503')
  })

  test('of a request from another site, and the directory never chooses where the browser goes', async () => {
    const browser = scene.open()
    const address = await browser.begin()
    assert.equal(address.searchParams.get('redirect_uri'), scene.redirectUri)
    for (const path of ['/sign-in/directory?next=https://evil.example', '/sign-in/directory']) {
      const answer = await browser.ask('POST', path, {
        next: 'https://evil.example',
        redirect_uri: 'https://evil.example',
      })
      assert.ok(!String(answer.data.url ?? '').includes('evil'))
    }
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' }
    for (const path of ['/sign-in/directory', '/sign-in/directory/complete']) {
      const url = `${scene.server.url}/console/api${path}`
      assert.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, 403)
    }
  })

  test('and counts for the network like a failed password', async () => {
    scene.clock.advance(attemptsKeptMs)
    const complete = (query: string) =>
      scene.open().ask('POST', '/sign-in/directory/complete', { query })
    for (let tries = 0; tries < 301; tries += 1) {
      assert.equal((await complete('code=1&state=2')).status, 401)
    }
    const limited = await complete('code=1&state=2')
    assert.equal(limited.status, 429)
    await scene.appliance.refusals.flush()
    const refused = await scene.audited('user.sign_in_refused')
    assert.ok(
      refused.some(({ details }) => details.reason === 'directory' && (details.count ?? 0) > 300),
    )
    scene.clock.advance(minuteMs)
  })
})
