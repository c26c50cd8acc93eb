// Slow: takes half a second of processor time and more. api/console/sign-in.test.ts signs in in the fast lane.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { changePassword } from '../../server/users/passwords/change-password.ts'
import { issueLinkFor } from '../../server/users/passwords/resets.ts'
import type { RequestOrigin } from '../../server/users/request-origin.ts'
import { listSessions } from '../../server/users/session-store.ts'
import { findSignedIn } from '../../server/users/sessions.ts'
import { passSecondFactor } from '../../server/users/sign-in/prove-identity.ts'
import { signIn } from '../../server/users/sign-in/sign-in.ts'
import { acceptLink } from '../../server/users/user-links.ts'
import { goodPassword } from '../support/console-client.ts'
import { type ConsoleScene, startEnrolled } from '../support/scenes/console-scene.ts'

const origin: RequestOrigin = {
  clientAddress: '127.0.0.1',
  network: '127.0.0.1',
  area: '127.0.0.0/24',
  browser: 'a test',
  requestId: 'req_of_the_test',
}
const nextPassword = 'copper-lantern-drifting-almanac'
const thiefsPassword = 'marble-otter-thunder-envelope'
const ended = { code: 'unauthenticated' }

/** The owner opens the link of a reset, which an administrator had issued, and chooses a password. */
async function resetPassword({ appliance }: ConsoleScene, userId: string): Promise<void> {
  const { link } = await issueLinkFor(appliance, fromCommandLine, userId)
  const token = link.url.split('#')[1] ?? ''
  await acceptLink(appliance, origin, { token, password: nextPassword })
}

/** The appliance, which is asked for one hash while `meanwhile` happens. */
function withSlowHash({ appliance }: ConsoleScene, meanwhile: () => Promise<void>) {
  const { passwords } = appliance
  return {
    ...appliance,
    passwords: {
      ...passwords,
      async matches(password: string, hash: string | undefined) {
        const isRight = await passwords.matches(password, hash)
        await meanwhile()
        return isRight
      },
    },
  }
}

const sessionOf = async ({ appliance }: ConsoleScene, cookie = '') => {
  const signedIn = await findSignedIn(appliance, cookie.split('=')[1] ?? '', true)
  assert.ok(signedIn)
  return signedIn
}

test('a sign-in with the old password, which began before a reset, opens no session after it', async (t) => {
  const { scene, id, email } = await startEnrolled(t, 'auditor')
  const slow = withSlowHash(scene, () => resetPassword(scene, id))
  await assert.rejects(signIn(slow, origin, { email, password: goodPassword }), ended)
  assert.deepEqual(await listSessions(scene.appliance.db.reader, id), [])
  const [entry] = await scene.audited('user.signed_in')
  assert.equal(entry?.outcome, 'failed')
  assert.equal((await scene.open().signIn(email, nextPassword)).status, 200)
})

test('a change of the password, which began before a reset, does not undo it', async (t) => {
  const { scene, id, email, client } = await startEnrolled(t, 'auditor')
  const thief = await sessionOf(scene, client.cookie)
  const slow = withSlowHash(scene, () => resetPassword(scene, id))
  const change = { current: goodPassword, next: thiefsPassword }
  await assert.rejects(changePassword(slow, origin, thief, change), ended)
  assert.deepEqual(await listSessions(scene.appliance.db.reader, id), [])
  assert.equal((await scene.open().signIn(email, thiefsPassword)).status, 401)
  assert.equal((await scene.open().signIn(email, nextPassword)).status, 200)
})

test('a second factor completes no sign-in that was ended meanwhile', async (t) => {
  const { scene, id, email, code } = await startEnrolled(t, 'auditor')
  scene.clock.advance(60_000)
  const client = scene.open()
  await client.signIn(email)
  const halfWay = await sessionOf(scene, client.cookie)
  await resetPassword(scene, id)
  const proof = { method: 'totp', code: code() } as const
  await assert.rejects(passSecondFactor(scene.appliance, origin, halfWay, proof), ended)
  assert.deepEqual(await listSessions(scene.appliance.db.reader, id), [])
})
