// Colleagues behind one address, such as that of a proxy or an office, do not use up each other's requests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from '../../support/scenes/console-scene.ts'

const perMinute = 10

test('the console counts requests by session, and before a sign-in by network', async (t) => {
  const scene = await startConsole(t, {
    SVC_RATE_LIMIT_PER_MINUTE: String(perMinute),
    SVC_SECOND_FACTOR_REQUIRED: 'no',
  })
  const signedIn = async (email: string) => {
    const client = scene.open()
    await scene.add('reviewer', email)
    assert.equal((await client.signIn(email)).status, 200)
    return client
  }
  const statuses = async (client: { get(path: string): Promise<{ readonly status: number }> }) => {
    const seen: number[] = []
    for (let asked = 0; asked <= perMinute; asked += 1) seen.push((await client.get('/me')).status)
    return seen
  }
  const allButLast = [...Array.from({ length: perMinute }, () => 200), 429]
  const awa = await signedIn('awa@bank.example')
  const omar = await signedIn('omar@bank.example')
  assert.deepEqual(await statuses(awa), allButLast)
  assert.deepEqual(await statuses(omar), allButLast)
  const anonymous = await statuses(scene.open())
  // The two that signed in were nobody before.
  assert.deepEqual(
    anonymous.map((status) => status === 429),
    anonymous.map((_, at) => at >= perMinute - 2),
  )
})
