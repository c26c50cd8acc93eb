// Slow: hashes many passwords. Whatever signs in hashes some in the fast lane.

import assert from 'node:assert/strict'
import { pbkdf2 } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createPasswords } from '../../server/users/passwords/passwords.ts'

const small = promisify(pbkdf2)

test('passwords are kept as Argon2id of 19 MiB and two passes, and a weaker hash is outdated', async () => {
  const passwords = createPasswords(undefined)
  const hash = await passwords.hash('velvet-tractor-oblique-harmonica')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(passwords.isOutdated(hash), false)
  for (const weaker of ['m=19455,t=2,p=1', 'm=19456,t=1,p=1']) {
    assert.equal(passwords.isOutdated(hash.replace('m=19456,t=2,p=1', weaker)), true)
  }
})

test('a crowd of passwords leaves threads to others', async () => {
  const { hash } = createPasswords(undefined)
  // Node has four threads. Were all eight computed at once, what comes after them would wait for five.
  async function isServedFirst(): Promise<boolean> {
    let finished = 0
    const crowd = Array.from({ length: 8 }, async () => {
      await hash('velvet-tractor-oblique-harmonica')
      finished += 1
    })
    await nextTurn()
    await small('a', 'b', 1, 32, 'sha256')
    const isFirst = finished === 0
    await Promise.all(crowd)
    return isFirst
  }
  // A busy machine may hold the small one up now and then.
  const served: boolean[] = []
  while (served.length < 8 && !served.includes(true)) served.push(await isServedFirst())
  assert.ok(served.includes(true))
})

test('a name that nobody has costs a hash as well', async () => {
  const passwords = createPasswords(undefined)
  const typed = 'a-guess-that-is-wrong-anyway'
  const hash = await passwords.hash('velvet-tractor-oblique-harmonica')
  await passwords.matches(typed, undefined)
  async function cost(known: string | undefined): Promise<number> {
    const before = process.cpuUsage()
    for (let times = 0; times < 8; times += 1) await passwords.matches(typed, known)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [known, unknown] = [await cost(hash), await cost(undefined)]
  assert.ok(unknown > known / 3 && known > unknown / 3, `${known} and ${unknown} microseconds`)
  assert.equal(await passwords.matches('velvet-tractor-oblique-harmonica', undefined), false)
})
