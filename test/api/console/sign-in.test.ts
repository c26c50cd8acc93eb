import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { goodPassword } from '../../support/console-client.ts'
import { commitsIn } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { startConsole, startEnrolled } from '../../support/scenes/console-scene.ts'

const halfMinute = 30_000

test('a password alone opens nothing but the way to a second factor', async (t) => {
  const scene = await startConsole(t)
  await scene.add('administrator')
  const client = scene.open()
  const begun = await client.signIn('administrator@bank.example')
  assert.deepEqual([begun.status, begun.data.stage, begun.data.permissions], [200, 'enrolment', []])
  for (const path of ['/users', '/audit', '/roles', '/me/sessions']) {
    const { status, error } = await client.get(path)
    assert.deepEqual([status, error.code], [401, 'unauthenticated'], path)
  }
  assert.equal((await client.post('/me/password', {})).status, 401)
})

test('the cookie is out of reach of scripts and other sites, and the id is new at every step', async (t) => {
  const scene = await startConsole(t, { SVC_PUBLIC_URL: 'https://svc.bank.example' })
  await scene.add('auditor')
  const client = scene.open()
  const begun = await client.signIn('auditor@bank.example')
  const [set = ''] = begun.headers.getSetCookie()
  assert.match(set, /^__Host-svc-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  const before = client.cookie
  const enrolled = await scene.enrol('reviewer')
  assert.notEqual(enrolled.client.cookie, before)
  const old = await scene.open().send('GET', '/me', { headers: { Cookie: before ?? '' } })
  assert.equal(old.data.stage, 'enrolment')
})

test('a session id of the step before is worth nothing after the next', async (t) => {
  const { scene, client, code, email } = await startEnrolled(t, 'auditor')
  await client.post('/sign-out')
  scene.clock.advance(halfMinute)
  await client.signIn(email)
  const before = client.cookie ?? ''
  assert.equal(
    (await client.post('/sign-in/second-factor', { method: 'totp', code: code() })).status,
    200,
  )
  assert.notEqual(client.cookie, before)
  const old = await scene.open().send('GET', '/me', { headers: { Cookie: before } })
  assert.equal(old.status, 401)
  assert.equal((await client.get('/audit')).status, 200)
})

test('unknown accounts, wrong passwords and disabled users get the same answer', async (t) => {
  const scene = await startConsole(t)
  await scene.add('reviewer')
  const { id } = await scene.add('auditor')
  const { client } = await scene.enrol('administrator')
  assert.equal(
    (await client.send('PATCH', `/users/${id}`, { json: { state: 'disabled' } })).status,
    200,
  )
  const answers = await Promise.all([
    scene.open().signIn('nobody@bank.example'),
    scene.open().signIn('reviewer@bank.example', 'wrong-wrong-wrong-wrong'),
    scene.open().signIn('auditor@bank.example'),
  ])
  const said = answers.map(({ status, error, headers }) => [
    status,
    error.code,
    error.message,
    headers.getSetCookie().length,
  ])
  assert.deepEqual(said[0], said[1])
  assert.deepEqual(said[1], said[2])
  assert.equal(said[0]?.[0], 401)
  const reasons = (await scene.audited('user.signed_in')).filter(
    ({ outcome }) => outcome === 'failed',
  )
  assert.deepEqual(reasons.map(({ details }) => details.reason).toSorted(), [
    'disabled_account',
    'wrong_password',
  ])
  // A name that nobody has is counted, not kept: whoever makes names up must not fill the log.
  await scene.appliance.refusals.flush()
  const [counted] = await scene.audited('user.sign_in_refused')
  assert.deepEqual([counted?.details.reason, counted?.details.count], ['unknown_account', 1])
})

test(
  'an unknown account costs as many commits to disk as a known one, so that timing reveals nothing',
  onSqlite,
  async (t) => {
    const scene = await startConsole(t)
    await scene.add('reviewer')
    const file = databaseFile(scene.appliance.config)
    const commitsFor = async (email: string) => {
      const before = commitsIn(file)
      const { status } = await scene.open().signIn(email, 'wrong-wrong-wrong-wrong')
      assert.equal(status, 401)
      return commitsIn(file) - before
    }
    const known = await commitsFor('reviewer@bank.example')
    assert.ok(known > 0)
    assert.equal(await commitsFor('nobody@bank.example'), known)
  },
)

test('an e-mail address matches in upper and lower case, and a password in every Unicode form', async (t) => {
  const scene = await startConsole(t)
  await scene.add('auditor')
  const { status } = await scene
    .open()
    .signIn(' AUDITOR@Bank.example ', goodPassword.replaceAll('i', 'ｉ'))
  assert.equal(status, 200)
})

test('guessing is held off, from where it comes, and only there', async (t) => {
  const scene = await startConsole(t, { SVC_TRUSTED_PROXIES: '127.0.0.1/32' })
  await scene.add('reviewer')
  const from = (address: string, password: string) =>
    scene.open().send('POST', '/sign-in', {
      json: { email: 'reviewer@bank.example', password },
      headers: { 'X-Forwarded-For': address },
    })
  for (let guess = 0; guess < 5; guess += 1) {
    assert.equal((await from('192.0.2.1', 'a-wrong-guess')).status, 401)
  }
  const held = await from('192.0.2.1', goodPassword)
  assert.deepEqual([held.status, held.error.code], [429, 'rate_limited'])
  assert.equal(held.headers.get('Retry-After'), '60')
  assert.equal((await from('198.51.100.7', goodPassword)).status, 200)
  scene.clock.advance(60_000)
  assert.equal((await from('192.0.2.1', goodPassword)).status, 200)
})

test('many guesses at once are as many guesses', async (t) => {
  const scene = await startConsole(t)
  await scene.add('reviewer')
  const guesses = Array.from({ length: 20 }, () =>
    scene.open().signIn('reviewer@bank.example', 'a-wrong-guess-a-wrong-guess'),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 5)
  assert.equal(statuses.filter((status) => status === 429).length, 15)
})

test('accounts that do not exist are held off just the same', async (t) => {
  const scene = await startConsole(t)
  for (let guess = 0; guess < 5; guess += 1) await scene.open().signIn('nobody@bank.example')
  assert.equal((await scene.open().signIn('nobody@bank.example')).status, 429)
})

test('a hash under weaker parameters is renewed when its password is shown', async (t) => {
  const scene = await startConsole(t, {}, { realPasswords: true })
  const { id } = await scene.add('auditor')
  const { hashSync } = await import('@node-rs/argon2')
  const weak = hashSync(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  const { db } = scene.appliance
  await db.write((trx) =>
    trx.updateTable('users').set({ password_hash: weak }).where('id', '=', id).execute(),
  )
  assert.equal((await scene.open().signIn('auditor@bank.example')).status, 200)
  const row = await db.reader.selectFrom('users').select('password_hash').executeTakeFirst()
  assert.match(String(row?.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('where no second factor is required, a password signs in whoever has none', async (t) => {
  const scene = await startConsole(t, { SVC_SECOND_FACTOR_REQUIRED: 'no' })
  await scene.add('developer')
  const { data } = await scene.open().signIn('developer@bank.example')
  assert.equal(data.stage, 'full')
  assert.ok((data.permissions as string[]).includes('keys.manage'))
})
