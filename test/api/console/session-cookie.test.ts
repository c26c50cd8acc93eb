import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addUser, goodPassword } from '../../support/console-client.ts'
import { startForTest } from '../../support/running-appliance.ts'

describe('the cookie of a session', () => {
  test('is bound to host and TLS where a trusted proxy says that the browser came over https', async (t) => {
    const settings = { SVC_TRUSTED_PROXIES: '127.0.0.1', SVC_SECOND_FACTOR_REQUIRED: 'no' }
    const app = await startForTest(t, { settings })
    await addUser(app.appliance, 'administrator')
    const ask = (path: string, more: Record<string, string>, body?: object) =>
      fetch(`${app.server.url}/console/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/json',
          'X-Forwarded-For': '198.51.100.7',
          ...more,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const throughTls = { 'X-Forwarded-Proto': 'https' }
    const account = { email: 'administrator@bank.example', password: goodPassword }

    const [cookie = ''] = (await ask('/sign-in', throughTls, account)).headers.getSetCookie()
    assert.match(
      cookie,
      /^__Host-svc-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const Cookie = cookie.replace(/;.*/, '')
    assert.equal((await ask('/me', { ...throughTls, Cookie })).status, 200)
    const planted = Cookie.replace('__Host-', '')
    assert.equal((await ask('/me', { ...throughTls, Cookie: planted })).status, 401)
  })
})
