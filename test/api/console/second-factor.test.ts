import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  codeOf,
  setUpApp,
  startConsole,
  startEnrolled,
} from '../../support/scenes/console-scene.ts'
import { createSoftPasskey } from '../../support/soft-passkey.ts'

const halfMinute = 30_000
const publicUrl = { SVC_PUBLIC_URL: 'http://localhost:8080' }

async function prove(client: ConsoleClient, method: string, code: string) {
  return client.post('/sign-in/second-factor', { method, code })
}

describe('a code of an app', () => {
  test('works once, and so does none of an earlier step', notAgain, async (t) => {
    const { scene, email, secret } = await startEnrolled(t, 'auditor')
    scene.clock.advance(10 * halfMinute)
    const now = scene.clock.now()
    const [first, second] = [scene.open(), scene.open()]
    await first.signIn(email)
    await second.signIn(email)
    assert.equal((await prove(first, 'totp', codeOf(secret, now))).status, 200)
    assert.equal((await prove(second, 'totp', codeOf(secret, now))).status, 401)
    assert.equal((await prove(second, 'totp', codeOf(secret, now - halfMinute))).status, 401)
    assert.equal((await prove(second, 'totp', codeOf(secret, now + halfMinute))).status, 200)
  })

  test('is taken when the clocks differ by one step, and not by two', async (t) => {
    const { scene, email, secret } = await startEnrolled(t, 'auditor')
    scene.clock.advance(10 * halfMinute)
    const client = scene.open()
    await client.signIn(email)
    for (const steps of [-2, 2]) {
      const code = codeOf(secret, scene.clock.now() + steps * halfMinute)
      assert.equal((await prove(client, 'totp', code)).status, 401)
    }
    const code = codeOf(secret, scene.clock.now() - halfMinute)
    assert.equal((await prove(client, 'totp', code)).status, 200)
  })

  test('of two uses at once works in one', async (t) => {
    const { scene, email, code } = await startEnrolled(t, 'auditor')
    scene.clock.advance(10 * halfMinute)
    const clients = [scene.open(), scene.open(), scene.open()]
    for (const client of clients) await client.signIn(email)
    const answers = await Promise.all(clients.map((client) => prove(client, 'totp', code())))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
  })

  test('is held off when it is guessed', notAgain, async (t) => {
    const { scene, email, code } = await startEnrolled(t, 'auditor')
    scene.clock.advance(halfMinute)
    const client = scene.open()
    await client.signIn(email)
    for (let guess = 0; guess < 5; guess += 1) await prove(client, 'totp', '000000')
    assert.equal((await prove(client, 'totp', code())).status, 429)
    await client.signIn(email)
    assert.equal((await prove(client, 'totp', code())).status, 429)
  })
})

describe('the first second factor', () => {
  test('is the only one that a sign-in with the password alone sets up', async (t) => {
    const scene = await startConsole(t, publicUrl)
    const { email } = await scene.add('auditor')
    const passkey = createSoftPasskey('http://localhost:8080')
    const [owner, withApp, withPasskey] = [scene.open(), scene.open(), scene.open()]
    for (const client of [owner, withApp, withPasskey]) await client.signIn(email)
    const offered = await withApp.post('/me/totp')
    const asked = await withPasskey.post('/me/passkeys/challenge')
    const { secret } = await setUpApp(scene, owner)
    scene.clock.advance(2 * halfMinute)
    const code = codeOf(String(offered.data.secret), scene.clock.now())
    assert.equal((await withApp.post('/me/totp/confirm', { code })).status, 401)
    const made = { name: 'Laptop', response: passkey.create(String(asked.data.challenge)) }
    assert.equal((await withPasskey.post('/me/passkeys', made)).status, 401)
    assert.deepEqual((await owner.get('/me/factors')).data.passkeys, [])
    const again = scene.open()
    await again.signIn(email)
    assert.equal((await prove(again, 'totp', codeOf(secret, scene.clock.now()))).status, 200)
  })
})

describe('the first second factor, where none is required,', () => {
  test('ends all other sessions, which have shown the password alone', async (t) => {
    const scene = await startConsole(t, { ...publicUrl, SVC_SECOND_FACTOR_REQUIRED: 'no' })
    const { email } = await scene.add('auditor')
    const [owner, other] = [scene.open(), scene.open()]
    for (const client of [owner, other]) await client.signIn(email)
    assert.equal((await other.get('/me/factors')).status, 200)
    await setUpApp(scene, owner)
    assert.equal((await other.get('/me/factors')).status, 401)
    assert.equal((await owner.get('/me/factors')).status, 200)
  })

  test('is the only one that does so', async (t) => {
    const { scene, email, client, code } = await startEnrolled(t, 'auditor')
    scene.clock.advance(2 * halfMinute)
    const other = scene.open()
    await other.signIn(email)
    assert.equal((await prove(other, 'totp', code())).status, 200)
    await setUpApp(scene, client)
    assert.equal((await other.get('/me/factors')).status, 200)
  })
})

describe('recovery codes', () => {
  test('are ten, and each signs in once, however it is typed', async (t) => {
    const { scene, email, recoveryCodes } = await startEnrolled(t, 'auditor')
    assert.equal(new Set(recoveryCodes).size, 10)
    const [code = ''] = recoveryCodes
    const client = scene.open()
    await client.signIn(email)
    assert.equal((await prove(client, 'recovery_code', ` ${code.toUpperCase()} `)).status, 200)
    const factors = await client.get('/me/factors')
    assert.equal(factors.data.recovery_codes_left, 9)
    const again = scene.open()
    await again.signIn(email)
    assert.equal((await prove(again, 'recovery_code', code)).status, 401)
  })

  test('of one user do not work for another', notAgain, async (t) => {
    const { scene, email } = await startEnrolled(t, 'auditor')
    const { recoveryCodes } = await scene.enrol('reviewer')
    const client = scene.open()
    await client.signIn(email)
    assert.equal((await prove(client, 'recovery_code', recoveryCodes[0] ?? '')).status, 401)
  })

  test('that are made anew end the old ones', notAgain, async (t) => {
    const { scene, email, client, recoveryCodes } = await startEnrolled(t, 'auditor')
    const { data } = await client.post('/me/recovery-codes')
    assert.equal((data.recovery_codes as string[]).length, 10)
    const other = scene.open()
    await other.signIn(email)
    assert.equal((await prove(other, 'recovery_code', recoveryCodes[1] ?? '')).status, 401)
  })
})

describe('a passkey', () => {
  test('is set up at the first sign-in and shown at the next', async (t) => {
    const scene = await startConsole(t, publicUrl)
    await scene.add('auditor')
    const passkey = createSoftPasskey('http://localhost:8080')
    const client = scene.open()
    await client.signIn('auditor@bank.example')
    const asked = await client.post('/me/passkeys/challenge')
    const made = { name: 'Laptop', response: passkey.create(String(asked.data.challenge)) }
    const enrolled = await client.post('/me/passkeys', made)
    assert.deepEqual([enrolled.status, enrolled.data.stage], [200, 'full'], enrolled.text)
    assert.equal((enrolled.data.recovery_codes as string[]).length, 10)

    const again = scene.open()
    assert.deepEqual((await again.signIn('auditor@bank.example')).data.factors, [
      'passkey',
      'recovery_code',
    ])
    const challenge = String((await again.post('/sign-in/passkey-challenge')).data.challenge)
    const proof = { method: 'passkey', response: passkey.prove(challenge) }
    assert.equal((await again.post('/sign-in/second-factor', proof)).data.stage, 'full')
  })

  test('proves nothing for another origin, another challenge, or twice', notAgain, async (t) => {
    const scene = await startConsole(t, publicUrl)
    await scene.add('auditor')
    const client = scene.open()
    await client.signIn('auditor@bank.example')
    const passkey = createSoftPasskey('http://localhost:8080')
    const phisher = createSoftPasskey('https://localhost.elsewhere.example', 'localhost')
    const ask = async () => String((await client.post('/me/passkeys/challenge')).data.challenge)
    const add = (response: object) => client.post('/me/passkeys', { name: 'Key', response })
    assert.equal((await add(phisher.create(await ask()))).status, 401)
    assert.equal((await add(passkey.create(Buffer.alloc(32).toString('base64url')))).status, 401)
    assert.equal((await add({})).status, 401)
    const answer = passkey.create(await ask())
    assert.equal((await add(answer)).status, 200)
    assert.equal((await add(answer)).status, 401)
  })

  // To verify it, the library would call whatever address a certificate of the browser's choice names.
  test('is taken whatever the browser says of its maker, of which nothing is read', async (t) => {
    const scene = await startConsole(t, publicUrl)
    const { client } = await scene.enrol('auditor')
    const junk = Buffer.from('no certificate')
    const statement = new Map([...Object.entries({ alg: -7, sig: junk, x5c: [junk, junk] })])
    for (const format of ['android-key', 'apple', 'packed', 'tpm']) {
      const passkey = createSoftPasskey('http://localhost:8080')
      const { challenge } = (await client.post('/me/passkeys/challenge')).data
      const response = passkey.create(String(challenge), { format, statement })
      const added = await client.post('/me/passkeys', { name: format, response })
      assert.equal(added.status, 200, format)
      const asked = await client.post('/me/confirm/passkey-challenge')
      const proof = { method: 'passkey', response: passkey.prove(String(asked.data.challenge)) }
      assert.equal((await client.post('/me/confirm', proof)).status, 204, format)
    }
  })
})

test('a proof of a passkey confirms once, and an old challenge is answered too late', async (t) => {
  const scene = await startConsole(t, publicUrl)
  const { client } = await scene.enrol('auditor')
  const passkey = createSoftPasskey('http://localhost:8080')
  const offered = await client.post('/me/passkeys/challenge')
  const response = passkey.create(String(offered.data.challenge))
  const added = await client.post('/me/passkeys', { name: 'Phone', response })
  assert.deepEqual([added.status, added.data.recovery_codes], [200, null])
  const ask = async () =>
    String((await client.post('/me/confirm/passkey-challenge')).data.challenge)
  const confirm = (proof: object) =>
    client.post('/me/confirm', { method: 'passkey', response: proof })
  const proof = passkey.prove(await ask())
  const answers = await Promise.all([confirm(proof), confirm(proof), confirm(proof)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 401, 401])
  const late = await ask()
  scene.clock.advance(5 * 60_000 + 1)
  assert.equal((await confirm(passkey.prove(late))).status, 401)
})

describe('what changes a second factor', () => {
  test('asks for a proof from the last five minutes', async (t) => {
    const { scene, client, code } = await startEnrolled(t, 'auditor')
    scene.clock.advance(5 * 60_000)
    const stale = await client.post('/me/recovery-codes')
    assert.deepEqual([stale.status, stale.error.code], [403, 'confirmation_required'])
    assert.equal((await client.post('/me/totp')).error.code, 'confirmation_required')
    const weak = await client.post('/me/confirm', { method: 'password', password: 'x' })
    assert.equal(weak.status, 409)
    assert.equal((await client.post('/me/confirm', { method: 'totp', code: code() })).status, 204)
    assert.equal((await client.post('/me/recovery-codes')).status, 200)
  })

  test('leaves one where one is required', async (t) => {
    const { client } = await startEnrolled(t, 'auditor')
    const { status, error } = await client.send('DELETE', '/me/totp')
    assert.deepEqual([status, error.code], [409, 'conflict'])
    assert.equal((await client.get('/me/factors')).data.totp, true)
  })

  test('may take the last away where none is required, recovery codes with it', async (t) => {
    const scene = await startConsole(t, { SVC_SECOND_FACTOR_REQUIRED: 'no' })
    await scene.add('auditor')
    const client = scene.open()
    await client.signIn('auditor@bank.example')
    await setUpApp(scene, client)
    assert.equal((await client.send('DELETE', '/me/totp')).status, 204)
    assert.equal((await client.get('/me/factors')).data.recovery_codes_left, 0)
    assert.equal((await scene.open().signIn('auditor@bank.example')).data.stage, 'full')
  })
})
