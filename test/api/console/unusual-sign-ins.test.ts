// Slow: takes a second of processor time. sign-in.test.ts signs in in the fast lane.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { pruneSignIns } from '../../../server/users/prune-sign-ins.ts'
import { keepKnownPlace } from '../../../server/users/sign-in/known-place-store.ts'
import { placesKeptMax } from '../../../server/users/sign-in/sign-in-place.ts'
import type { AccountNoticeJson } from '../../../server/users/user-json.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { goodPassword } from '../../support/console-client.ts'
import {
  type ConsoleScene,
  codeOf,
  type Enrolled,
  startConsole,
} from '../../support/scenes/console-scene.ts'

const day = 24 * 3_600_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = 'Mozilla/5.0 (Windows NT 10.0; rv:151.0) Gecko/20100101 Firefox/151.0'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const office = '198.51.100.7'
const elsewhere = '203.0.113.9'

interface SignedIn {
  readonly client: ConsoleClient
  /** What the owner is told at this sign-in. */
  readonly told: readonly AccountNoticeJson[]
}

interface Scene {
  readonly scene: ConsoleScene
  readonly owner: Enrolled
  signIn(from: string, browser?: string): Promise<SignedIn>
}

/** The owner has signed in from the office with Firefox, once after the account was set up at the appliance itself. */
async function startWithOwner(t: TestContext): Promise<Scene> {
  const scene = await startConsole(t, { SVC_TRUSTED_PROXIES: '127.0.0.1/32' })
  const owner = await scene.enrol('reviewer')
  async function signIn(from: string, browser = firefox): Promise<SignedIn> {
    scene.clock.advance(31_000)
    const headers = { 'X-Forwarded-For': from, 'User-Agent': browser }
    const client = scene.open()
    const password = { json: { email: owner.email, password: goodPassword }, headers }
    assert.equal((await client.send('POST', '/sign-in', password)).status, 200)
    const proof = { json: { method: 'totp', code: owner.code() }, headers }
    const { status, text, data } = await client.send('POST', '/sign-in/second-factor', proof)
    assert.equal(status, 200, text)
    return { client, told: data.notices as AccountNoticeJson[] }
  }
  await signIn(office)
  const { client } = await signIn(office)
  await client.post('/me/notices/seen')
  return { scene, owner, signIn }
}

/** Of the sign-ins that were told, newest first. */
async function unusualOf(scene: ConsoleScene) {
  const entries = await scene.audited('user.signed_in')
  return entries.map(({ details }) => details.unusual).filter((unusual) => unusual !== undefined)
}

describe('a sign-in from where the account was not signed in from', () => {
  test('is reported to the owner at the next sign-in, with time, address and browser', async (t) => {
    const { scene, owner, signIn } = await startWithOwner(t)
    const attacker = await signIn(elsewhere, chrome)
    const at = new Date(scene.clock.now()).toISOString()
    assert.deepEqual(attacker.told, [], 'the notice goes to the owner')
    const { told, client } = await signIn(office)
    assert.deepEqual(
      told.map(({ kind, at, client_address, browser, by, seen }) => [
        ...[kind, at, client_address, browser, by.id, seen],
      ]),
      [['unusual_sign_in', at, elsewhere, chrome, owner.id, false]],
    )
    await client.post('/me/notices/seen')
    assert.deepEqual((await signIn(office)).told, [], 'told once')
    const { items } = (await client.get('/me/notices')).data as { items: AccountNoticeJson[] }
    assert.deepEqual(
      items.filter(({ client_address }) => client_address === elsewhere).map(({ kind }) => kind),
      ['unusual_sign_in'],
    )
    assert.deepEqual((await unusualOf(scene))[0], ['network', 'browser'])
  })

  test('is reported for another kind of browser at a known network, and for another network alone', async (t) => {
    const { scene, signIn } = await startWithOwner(t)
    await signIn(office, chrome)
    assert.deepEqual((await unusualOf(scene))[0], ['browser'])
    await signIn(elsewhere)
    assert.deepEqual((await unusualOf(scene))[0], ['network'])
    const { told } = await signIn(office)
    assert.deepEqual(
      told.map(({ client_address, browser }) => [client_address, browser]),
      [
        [office, chrome],
        [elsewhere, firefox],
      ],
    )
  })

  test('is not reported for the first one ever, a neighbouring address or a newer version', async (t) => {
    const { scene, signIn } = await startWithOwner(t)
    const before = (await unusualOf(scene)).length
    assert.equal(before, 1, 'the office itself, after the account was set up at the appliance')
    await signIn('198.51.100.201', newerFirefox)
    await signIn('2001:db8:7::1')
    await signIn('2001:db8:7:ffff::99')
    const unusual = await unusualOf(scene)
    assert.deepEqual(unusual, [['network'], ['network', 'browser']], 'one more: IPv6')
    const [added] = await scene.audited('user.second_factor_added')
    assert.deepEqual(added?.details, { factor: 'totp' })
  })

  test('a network counts as known for ninety days after its last use', async (t) => {
    const { scene, signIn } = await startWithOwner(t)
    await signIn(elsewhere)
    scene.clock.advance(89 * day)
    await signIn(office)
    const before = (await unusualOf(scene)).length
    scene.clock.advance(2 * day)
    await pruneSignIns(scene.appliance)
    await signIn(office)
    assert.equal((await unusualOf(scene)).length, before)
    await signIn(elsewhere)
    assert.deepEqual((await unusualOf(scene))[0], ['network'])
    scene.clock.advance(91 * day)
    await signIn(office)
    assert.deepEqual((await unusualOf(scene))[0], ['network', 'browser'], 'after a long absence')
  })

  test('is not reported for a password alone, nor for a failed sign-in', async (t) => {
    const { scene, owner, signIn } = await startWithOwner(t)
    const before = (await unusualOf(scene)).length
    const headers = { 'X-Forwarded-For': elsewhere, 'User-Agent': chrome }
    const client = scene.open()
    const password = { json: { email: owner.email, password: goodPassword }, headers }
    await client.send('POST', '/sign-in', password)
    const proof = { json: { method: 'totp', code: '000000' }, headers }
    assert.equal((await client.send('POST', '/sign-in/second-factor', proof)).status, 401)
    assert.equal((await unusualOf(scene)).length, before)
    await signIn(elsewhere, chrome)
    assert.equal((await unusualOf(scene)).length, before + 1, 'it made nothing known')
  })

  test('is reported to a user who sets up a new second factor after a reset', async (t) => {
    const { scene, owner } = await startWithOwner(t)
    const administrator = await scene.enrol('administrator')
    assert.equal(
      (await administrator.client.post(`/users/${owner.id}/reset-second-factor`)).status,
      200,
    )
    scene.clock.advance(31_000)
    const headers = { 'X-Forwarded-For': elsewhere, 'User-Agent': chrome }
    const client = scene.open()
    const password = { json: { email: owner.email, password: goodPassword }, headers }
    assert.equal((await client.send('POST', '/sign-in', password)).data.stage, 'enrolment')
    const offered = await client.send('POST', '/me/totp', { json: {}, headers })
    const code = codeOf(String(offered.data.secret), scene.clock.now())
    const added = await client.send('POST', '/me/totp/confirm', { json: { code }, headers })
    assert.equal(added.status, 200, added.text)
    const [entry] = await scene.audited('user.second_factor_added')
    assert.deepEqual(entry?.details.unusual, ['network', 'browser'])
  })

  test('keeps so many places of an account and no more, and forgets them in time', async (t) => {
    const { scene, owner, signIn } = await startWithOwner(t)
    const userId = owner.id
    await inTransaction(scene.appliance.db, async (trx) => {
      for (let network = 0; network < placesKeptMax + 4; network += 1) {
        const [value, lastAt] = [`192.0.${network}.0/24`, scene.clock.now() + network]
        await keepKnownPlace(trx, userId, { trait: 'network', value, lastAt })
      }
    })
    await signIn(`192.0.${placesKeptMax + 4}.1`)
    const kept = () =>
      scene.appliance.db.reader
        .selectFrom('known_places')
        .select(['trait', 'value'])
        .where('user_id', '=', userId)
        .orderBy('last_at')
        .execute()
    const networks = (await kept()).filter(({ trait }) => trait === 'network')
    assert.equal(networks.length, placesKeptMax)
    assert.equal(networks[0]?.value, '192.0.5.0/24', 'the oldest went first')
    scene.clock.advance(91 * day)
    await pruneSignIns(scene.appliance)
    assert.deepEqual(await kept(), [])
  })

  test('is not reported if no earlier place of the account was recorded', async (t) => {
    const { scene, signIn } = await startWithOwner(t)
    const before = (await unusualOf(scene)).length
    await inTransaction(scene.appliance.db, async (trx) => {
      await trx.deleteFrom('known_places').execute()
    })
    await signIn(elsewhere, chrome)
    assert.equal((await unusualOf(scene)).length, before)
    await signIn(office)
    assert.equal((await unusualOf(scene)).length, before + 1)
  })
})
