// Not again on PostgreSQL: api/console/second-factor.test.ts sends the same statements.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { removeFactor } from '../../server/users/factors/enrol-factors.ts'
import type { RequestOrigin } from '../../server/users/request-origin.ts'
import { findSignedIn } from '../../server/users/sessions.ts'
import { signIn } from '../../server/users/sign-in/sign-in.ts'
import { goodPassword } from '../support/console-client.ts'
import { codeOf, setUpApp, startConsole } from '../support/scenes/console-scene.ts'
import { createSoftPasskey } from '../support/soft-passkey.ts'

const publicUrl = 'http://localhost:8080'
const origin: RequestOrigin = {
  clientAddress: '127.0.0.1',
  network: '127.0.0.1',
  area: '127.0.0.0/24',
  browser: 'a test',
  requestId: 'req_of_the_test',
}

/** A user without a second factor has signed in twice with the password, which is all that either session proves. */
async function startTwoSignIns(t: Parameters<typeof startConsole>[0]) {
  const scene = await startConsole(t, { SVC_PUBLIC_URL: publicUrl })
  const { id, email } = await scene.add('auditor')
  const [owner, other] = [scene.open(), scene.open()]
  for (const client of [owner, other]) {
    assert.equal((await client.signIn(email)).data.stage, 'enrolment')
  }
  return { scene, id, email, owner, other }
}

describe('once a second factor is set up, another sign-in that waits for one', () => {
  test('adds no app', async (t) => {
    const { scene, email, owner, other } = await startTwoSignIns(t)
    const offered = await other.post('/me/totp')
    const { secret } = await setUpApp(scene, owner)
    const code = codeOf(String(offered.data.secret), scene.clock.now())
    const { status, error } = await other.post('/me/totp/confirm', { code })
    assert.deepEqual([status, error.code], [401, 'unauthenticated'])
    scene.clock.advance(60_000)
    const again = scene.open()
    await again.signIn(email)
    const proof = { method: 'totp', code: codeOf(secret, scene.clock.now()) }
    assert.equal((await again.post('/sign-in/second-factor', proof)).status, 200)
  })

  test('adds no passkey', async (t) => {
    const { scene, owner, other } = await startTwoSignIns(t)
    const { data } = await other.post('/me/passkeys/challenge')
    await setUpApp(scene, owner)
    const response = createSoftPasskey(publicUrl).create(String(data.challenge))
    const { status, error } = await other.post('/me/passkeys', { name: 'Key', response })
    assert.deepEqual([status, error.code], [401, 'unauthenticated'])
  })
})

test('of the last two factors, removed at once, one stays', async (t) => {
  const scene = await startConsole(t, { SVC_PUBLIC_URL: publicUrl })
  const { client } = await scene.enrol('auditor')
  const { data } = await client.post('/me/passkeys/challenge')
  const response = createSoftPasskey(publicUrl).create(String(data.challenge))
  await client.post('/me/passkeys', { name: 'Key', response })
  const { passkeys } = (await client.get('/me/factors')).data as { passkeys: { id: string }[] }
  const signedIn = await findSignedIn(
    scene.appliance,
    (client.cookie ?? '').split('=')[1] ?? '',
    true,
  )
  assert.ok(signedIn)
  await removeFactor(scene.appliance, origin, signedIn, { kind: 'totp' })
  const last = { kind: 'passkey', id: passkeys[0]?.id ?? '' } as const
  await assert.rejects(removeFactor(scene.appliance, origin, signedIn, last), { code: 'conflict' })
})

test('a sign-in asks for the factor that was set up while its password was compared', async (t) => {
  const { scene, email, owner } = await startTwoSignIns(t)
  const { passwords } = scene.appliance
  const slow = {
    ...scene.appliance,
    passwords: {
      ...passwords,
      async matches(password: string, hash: string | undefined) {
        const isRight = await passwords.matches(password, hash)
        await setUpApp(scene, owner)
        return isRight
      },
    },
  }
  const { opened, factors } = await signIn(slow, origin, { email, password: goodPassword })
  assert.equal(opened.session.stage, 'password')
  assert.deepEqual(factors, ['totp', 'recovery_code'])
})
