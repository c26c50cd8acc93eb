import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { environments } from '../../../server/kernel/environment.ts'
import { environmentOfKeyText, generateKeyText, hintOfKeyText } from '../../../server/keys/key.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretAt = 'svc_live_'.length

describe('a new key text', () => {
  for (const environment of environments) {
    test(`for ${environment} names it, then has 43 characters and 6 of checksum`, () => {
      const text = generateKeyText(environment)
      assert.match(text, new RegExp(`^svc_${environment}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`))
      assert.equal(environmentOfKeyText(text), environment)
    })
  }

  test('carries CRC-32 of all that stands before it, in base 62', () => {
    const text = generateKeyText('live')
    const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0)
    assert.equal(value, crc32(text.slice(0, -6)))
  })

  test('is never one that was there: 10 000 of them differ, in their first halves already', () => {
    const halves = Array.from({ length: 10_000 }, () => generateKeyText('live').slice(0, 30))
    assert.equal(new Set(halves).size, 10_000)
  })

  test('uses every character at its last place, so that no bits are lost in the writing', () => {
    const last = new Set(Array.from({ length: 2_000 }, () => generateKeyText('live').charAt(51)))
    assert.equal(last.size, 62)
  })

  test('is shown in a list by its first and last four characters', () => {
    const text = generateKeyText('sandbox')
    const secret = text.slice('svc_sandbox_'.length)
    assert.deepEqual(hintOfKeyText(text), { first4: secret.slice(0, 4), last4: secret.slice(-4) })
  })
})

describe('the checksum', () => {
  test('catches every change of a single character', () => {
    const text = generateKeyText('live')
    for (let at = secretAt; at < text.length; at += 1) {
      for (const other of base62) {
        if (other === text.charAt(at)) continue
        const altered = text.slice(0, at) + other + text.slice(at + 1)
        assert.equal(environmentOfKeyText(altered), undefined, `${other} at ${at}`)
      }
    }
  })

  test('catches every two neighbours that changed places', () => {
    const text = generateKeyText('live')
    for (let at = secretAt; at < text.length - 1; at += 1) {
      const [left, right] = [text.charAt(at), text.charAt(at + 1)]
      if (left === right) continue
      const swapped = text.slice(0, at) + right + left + text.slice(at + 2)
      assert.equal(environmentOfKeyText(swapped), undefined, `at ${at}`)
    }
  })

  test('covers the environment: a key of one does not become a key of the other', () => {
    const live = generateKeyText('live')
    assert.equal(environmentOfKeyText(live.replace('svc_live_', 'svc_sandbox_')), undefined)
  })
})

describe('what cannot be a key', () => {
  const text = generateKeyText('live')
  const junk = {
    'an empty text': '',
    'the prefix alone': 'svc_live_',
    'a key cut short': text.slice(0, -1),
    'a key with a character too many': `${text}0`,
    'a key after a space': ` ${text}`,
    'a key with a line break': `${text}\n`,
    'a key of an environment that does not exist': text.replace('live', 'test'),
    'a key in capitals': text.toUpperCase(),
    'a key with a character of another alphabet': text.replace(/.$/, 'é'),
    'a key twice': text + text,
    'a very long text': 'svc_live_'.padEnd(1_000_000, 'a'),
  }
  for (const [what, junkText] of Object.entries(junk)) {
    test(`${what} names no environment`, () => {
      assert.equal(environmentOfKeyText(junkText), undefined)
    })
  }
})
