import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { faultOfPassword, parseBlocklist } from '../../../server/staff/password-policy.ts'

const file = new URL('../../../data/reference/password-blocklist.txt', import.meta.url)
const blocklist = parseBlocklist(readFileSync(file, 'utf8'))
const owner = { email: 'awa.diop@bank.example', name: 'Awa Diop' }
const codeOf = (password: string) => faultOfPassword(password, owner, blocklist)?.code

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
  ]) {
    test(`may not be "${password}"`, () => {
      assert.equal(codeOf(password), 'too_common')
    })
  }
})
