import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addUser, openConsole } from '../../support/console-client.ts'
import { type Installation, openInstallation } from '../../support/nodes.ts'
import { codeOf, setUpApp } from '../../support/scenes/console-scene.ts'

const minute = 60_000

describe('sign-in at three nodes', () => {
  let scene: Installation
  before(async () => {
    scene = await openInstallation(3, { SVC_SECOND_FACTOR_REQUIRED: 'yes' })
  })
  after(() => scene.close())

  /** A browser whose requests a load balancer sends to one node after another. */
  const openBalanced = () => {
    let number = 0
    return openConsole({
      get url() {
        number += 1
        return String(scene.nodes[number % scene.nodes.length]?.origin)
      },
    })
  }
  const add = async (email: string) => {
    const { appliance } = scene.nodes[0] ?? {}
    assert.ok(appliance)
    await addUser(appliance, 'auditor', email)
  }

  test('gives one session for all of them, which ends on all of them', async () => {
    await add('session@bank.example')
    const client = openBalanced()
    assert.equal((await client.signIn('session@bank.example')).status, 200)
    await setUpApp(scene, client)
    for (let count = 0; count < 3; count += 1) assert.equal((await client.get('/me')).status, 200)
    const { cookie } = client
    assert.equal((await client.post('/sign-out')).status, 204)
    for (let count = 0; count < 3; count += 1) {
      const reply = await client.send('GET', '/me', { headers: { Cookie: cookie } })
      assert.equal(reply.status, 401)
    }
  })

  test('takes a code once, whichever node it reaches', async () => {
    await add('code@bank.example')
    const first = openBalanced()
    await first.signIn('code@bank.example')
    const { secret } = await setUpApp(scene, first)
    await scene.advance(5 * minute)
    const clients = [openBalanced(), openBalanced(), openBalanced()]
    for (const client of clients) await client.signIn('code@bank.example')
    const code = codeOf(secret, scene.clock.now())
    const proof = { method: 'totp', code }
    const answers = await Promise.all(
      clients.map((client) => client.post('/sign-in/second-factor', proof)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401])
  })

  test('counts wrong passwords over all of them', async () => {
    await add('guess@bank.example')
    const client = openBalanced()
    for (let guess = 0; guess < 5; guess += 1) await client.signIn('guess@bank.example', 'wrong')
    assert.equal((await client.signIn('guess@bank.example')).status, 429)
  })
})
