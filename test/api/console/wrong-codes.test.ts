// Slow: takes a second of processor time. second-factor.test.ts refuses a wrong code in the fast lane.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { ApiAnswer } from '../../support/api-client.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  type ConsoleScene,
  type Enrolled,
  setUpApp,
  startConsole,
} from '../../support/scenes/console-scene.ts'

const behindProxy = { SVC_TRUSTED_PROXIES: '127.0.0.1/32' }
const hour = 3_600_000

interface GuessingScene {
  readonly scene: ConsoleScene
  readonly owner: Enrolled
  /** A guess with the right password, from a new address each time. */
  guess(code?: string, method?: string): Promise<ApiAnswer>
}

async function startGuessing(t: TestContext): Promise<GuessingScene> {
  const scene = await startConsole(t, behindProxy)
  const owner = await scene.enrol('reviewer')
  let from = 0
  return {
    scene,
    owner,
    async guess(code = '000000', method = 'totp') {
      scene.clock.advance(16_000)
      from += 1
      const headers = { 'X-Forwarded-For': `198.51.100.${from}` }
      const client = scene.open()
      await signInFrom(client, owner.email, headers)
      return client.send('POST', '/sign-in/second-factor', { json: { method, code }, headers })
    },
  }
}

function signInFrom(client: ConsoleClient, email: string, headers: Record<string, string>) {
  const password = 'velvet-tractor-oblique-harmonica'
  return client.send('POST', '/sign-in', { json: { email, password }, headers })
}

function refusalOf({ status, error }: ApiAnswer): string {
  return [status, error.code, error.details?.[0]?.code].join(' ')
}

describe('wrong codes', () => {
  test(
    'twenty in a row, each from elsewhere, lock the app even for the right code',
    notAgain,
    async (t) => {
      const { scene, owner, guess } = await startGuessing(t)
      for (let wrong = 0; wrong < 20; wrong += 1) {
        assert.equal(refusalOf(await guess()), '401 unauthenticated ', `guess ${wrong}`)
      }
      scene.clock.advance(hour)
      assert.equal(refusalOf(await guess(owner.code())), '401 unauthenticated factor_locked')
      const [locked] = await scene.audited('user.second_factor_locked')
      assert.deepEqual([locked?.subject?.id, locked?.details.count], [owner.id, 20])
      const opened = scene.open()
      assert.equal((await opened.signIn(owner.email)).data.codes_locked, true)
    },
  )

  test('nineteen do not, and the right code begins the count anew', notAgain, async (t) => {
    const { scene, owner, guess } = await startGuessing(t)
    for (let round = 0; round < 2; round += 1) {
      for (let wrong = 0; wrong < 19; wrong += 1) await guess()
      scene.clock.advance(hour)
      assert.equal((await guess(owner.code())).status, 200)
    }
  })

  test(
    'a recovery code of the owner unlocks the app, and is not locked itself',
    notAgain,
    async (t) => {
      const { scene, owner, guess } = await startGuessing(t)
      for (let wrong = 0; wrong < 20; wrong += 1) await guess()
      assert.equal(
        refusalOf(await guess('xxxx-xxxx-xxxx-xxxx', 'recovery_code')),
        '401 unauthenticated ',
      )
      const opened = await guess(owner.recoveryCodes[0], 'recovery_code')
      assert.deepEqual([opened.status, opened.data.codes_locked], [200, false])
      scene.clock.advance(hour)
      assert.equal((await guess(owner.code())).status, 200)
    },
  )

  test('a reset unlocks it, and another app is set up', notAgain, async (t) => {
    const { scene, owner, guess } = await startGuessing(t)
    const administrator = await scene.enrol('administrator')
    for (let wrong = 0; wrong < 20; wrong += 1) await guess()
    const { data } = await administrator.client.get(`/users/${owner.id}`)
    assert.equal(data.codes_locked, true)
    const code = administrator.code()
    await administrator.client.post('/me/confirm', { method: 'totp', code })
    const reset = await administrator.client.post(`/users/${owner.id}/reset-second-factor`)
    assert.equal(reset.status, 200, reset.text)
    const client = scene.open()
    assert.equal((await client.signIn(owner.email)).data.stage, 'enrolment')
    await setUpApp(scene, client)
    assert.equal((await client.get('/me')).data.codes_locked, false)
  })

  test('thirty at once are counted one by one: none after the twentieth is judged', async (t) => {
    const { scene, owner } = await startGuessing(t)
    scene.clock.advance(hour)
    const half = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const client = scene.open()
        const headers = { 'X-Forwarded-For': `203.0.113.${at + 1}` }
        await signInFrom(client, owner.email, headers)
        return { client, headers }
      }),
    )
    const answers = await Promise.all(
      half.map(({ client, headers }) =>
        client.send('POST', '/sign-in/second-factor', {
          json: { method: 'totp', code: '000000' },
          headers,
        }),
      ),
    )
    const locked = answers.filter((answer) => refusalOf(answer).endsWith('factor_locked'))
    assert.equal(locked.length, 10)
  })

  test('a code to confirm with counts like one to sign in with', notAgain, async (t) => {
    const { scene, owner, guess } = await startGuessing(t)
    for (let wrong = 0; wrong < 19; wrong += 1) await guess()
    const client = scene.open()
    await client.signIn(owner.email)
    const code = owner.recoveryCodes[0]
    await client.post('/sign-in/second-factor', { method: 'recovery_code', code })
    for (let wrong = 0; wrong < 18; wrong += 1) await guess()
    for (const found of ['', '', 'factor_locked']) {
      scene.clock.advance(16_000)
      const answer = await client.post('/me/confirm', { method: 'totp', code: '000000' })
      assert.equal(refusalOf(answer), `401 unauthenticated ${found}`)
    }
  })

  test(
    'are shown to the owner at the next sign-in, with when, how many and from where',
    notAgain,
    async (t) => {
      const { scene, owner, guess } = await startGuessing(t)
      await guess()
      await guess()
      const at = scene.clock.now()
      scene.clock.advance(hour)
      const client = scene.open()
      await client.signIn(owner.email)
      await client.post('/sign-in/second-factor', { method: 'totp', code: '000000' })
      const code = owner.code()
      const { data } = await client.post('/sign-in/second-factor', { method: 'totp', code })
      const notices = data.notices as Record<string, unknown>[]
      const told = notices.map(({ kind, count, client_address }) => [kind, count, client_address])
      assert.deepEqual(told, [
        ['wrong_codes', 1, '198.51.100.1'],
        ['wrong_codes', 1, '198.51.100.2'],
      ])
      assert.equal(notices[1]?.at, new Date(at).toISOString())
      assert.equal((await client.post('/me/notices/seen')).data.seen, 2)
      assert.deepEqual((await client.get('/me')).data.notices, [])
      const { items } = (await client.get('/me/notices')).data as { items: { seen: boolean }[] }
      assert.deepEqual(items.map(({ seen }) => seen).slice(0, 2), [true, true])
    },
  )
})
