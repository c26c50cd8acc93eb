// Slow: tries hundreds of names. sign-in-promises.test.ts tries some in the fast lane.
// Not again on PostgreSQL: sign-in.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { goodPassword } from '../../support/console-client.ts'
import { startConsole } from '../../support/scenes/console-scene.ts'

const office = '192.0.2.1'
const email = 'reviewer@bank.example'

async function startOffice(t: TestContext) {
  const scene = await startConsole(t, { SVC_TRUSTED_PROXIES: '127.0.0.1/32' })
  await scene.add('reviewer')
  const signIn = (name: string, password: string, address = office) =>
    scene.open().send('POST', '/sign-in', {
      json: { email: name, password },
      headers: { 'X-Forwarded-For': address },
    })
  const invented = async (from: number, to: number, address = office) => {
    for (let one = from; one < to; one += 1) await signIn(`x${one}@bank.example`, 'no', address)
  }
  return { scene, signIn, invented }
}

describe('an office from which invented names are tried', () => {
  test('thirty times does not keep a user with the right password out', async (t) => {
    const { signIn, invented } = await startOffice(t)
    await invented(0, 30)
    assert.equal((await signIn(email, goodPassword)).status, 200)
  })

  test('again and again for hours does not, either', async (t) => {
    const { scene, signIn, invented } = await startOffice(t)
    for (let round = 0; round < 40; round += 1) {
      if (round >= 30) scene.clock.advance(30 * 60_000)
      await invented(round, round + 1)
    }
    assert.equal((await signIn(email, goodPassword)).status, 200)
  })

  test('hundreds of times keeps them out for a second', async (t) => {
    const { scene, signIn, invented } = await startOffice(t)
    await invented(0, 301)
    const held = await signIn(email, goodPassword)
    assert.deepEqual([held.status, held.headers.get('Retry-After')], [429, '1'])
    scene.clock.advance(1_000)
    assert.equal((await signIn(email, goodPassword)).status, 200)
  })

  test('says nothing of who exists: known and unknown names are held off alike', async (t) => {
    const { signIn, invented } = await startOffice(t)
    await signIn(email, goodPassword)
    await invented(0, 30)
    const seen: string[][] = []
    for (const name of [email, 'nobody@bank.example']) {
      const answers = [await signIn(name, 'no'), await signIn(name, 'no'), await signIn(name, 'no')]
      seen.push(
        answers.map(({ status, error, headers }) =>
          [status, error.code, error.message, headers.get('Retry-After')].join(' '),
        ),
      )
    }
    assert.deepEqual(seen[0], seen[1])
    assert.deepEqual(
      seen[0]?.map((line) => line.slice(0, 3)),
      ['401', '401', '429'],
    )
  })
})

test('one /48 of IPv6 is one place to guess from', async (t) => {
  const { signIn } = await startOffice(t)
  for (let guess = 0; guess < 5; guess += 1) {
    assert.equal((await signIn(email, 'no', `2001:db8:7:${guess}::1`)).status, 401)
  }
  assert.equal((await signIn(email, goodPassword, '2001:db8:7:ffff::1')).status, 429)
  assert.equal((await signIn(email, goodPassword, '2001:db8:8::1')).status, 200)
})
