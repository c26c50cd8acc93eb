import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstIdAt, idPattern, isId, newId, randomToken } from '../../../server/kernel/ids.ts'

const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)

/** Instants in order, from the first to the last that an ISO date of four digits can name. */
const instants = [0, 1, 31, 32, 1023, 1024, nowMs - 1, nowMs, nowMs + 1, Date.UTC(9999, 11, 31)]

describe('ids', () => {
  test('an id names its kind and has 26 characters that nobody takes for one another', () => {
    assert.match(newId('ver', nowMs), /^ver_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('ids sort by the time of their making, as plain text', () => {
    const made = instants.map((instant) => newId('ver', instant))
    assert.deepEqual(made.toSorted(), made)
  })

  test('10 000 ids of one millisecond are all different', () => {
    const made = Array.from({ length: 10_000 }, () => newId('ver', nowMs))
    assert.equal(new Set(made).size, 10_000)
  })

  test('ids that are made together end differently, and their ends stand together', () => {
    const ends = Array.from({ length: 1000 }, () => newId('ver', nowMs).slice(-4))
    assert.equal(new Set(ends).size, 1000)
    // One beginning, or two where the thousand go on from ids made before.
    assert.ok(new Set(ends.map((end) => end.slice(0, 2))).size <= 2)
  })

  test('ids of different moments end anywhere', () => {
    const ends = Array.from({ length: 1000 }, (_, index) => newId('ver', nowMs + 16 * index))
    const beginnings = new Set(ends.map((id) => id.slice(-4, -2)))
    // A thousand draws from 1024 hit some 640 of them.
    assert.ok(beginnings.size > 500, String(beginnings.size))
  })

  test('the ends of two ids do not tell how many were made in between', () => {
    const steps = Array.from({ length: 200 }, (_, index) => {
      const [one, other] = [index, index].map((moment) => newId('ver', 16 * moment).slice(-2))
      return `${one}${other}`
    })
    const differences = new Set(steps.map((pair) => numberOf(pair.slice(2)) - numberOf(pair)))
    assert.ok(differences.size > 100, String(differences.size))
  })

  test('the first id of an instant parts what was made before from what was made since', () => {
    for (const instant of instants) {
      const bound = firstIdAt('ver', instant)
      assert.ok(isId('ver', bound))
      assert.ok(newId('ver', instant) >= bound)
      assert.ok(newId('ver', instant + 1) > bound)
      if (instant > 0) assert.ok(newId('ver', instant - 1) < bound)
    }
  })

  test('an instant before 1970 bounds like the first of 1970', () => {
    assert.equal(firstIdAt('ver', -1), firstIdAt('ver', 0))
  })
})

/** Of the first two characters. */
function numberOf(text: string): number {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz'
  return digits.indexOf(text.charAt(0)) * 32 + digits.indexOf(text.charAt(1))
}

describe('the shape of an id', () => {
  const id = newId('ver', nowMs)

  test('as a pattern takes what the server takes', () => {
    const pattern = new RegExp(idPattern('ver'), 'u')
    const texts = [id, firstIdAt('ver', 0), id.slice(0, -1), `${id}0`, id.toUpperCase(), `x${id}`]
    const odd = [...'0123456789abcdefghijklmnopqrstuvwxyz'].map((one) => `${id.slice(0, -1)}${one}`)
    for (const text of [...texts, ...odd, newId('key', nowMs)]) {
      assert.equal(pattern.test(text), isId('ver', text), text)
    }
  })

  test('is distinguished from anything else', () => {
    const others = [
      '',
      'ver_',
      id.slice(0, -1),
      `${id}0`,
      id.toUpperCase(),
      id.replace('ver_', 'key_'),
      id.replace('ver_', 'ver-'),
      id.replace('ver_', ''),
      `${id.slice(0, -1)}u`,
      `${id.slice(0, -1)}!`,
      `${id.slice(0, -2)}é0`,
      `${id}\n`,
      ` ${id.slice(1)}`,
    ]
    assert.ok(isId('ver', id))
    assert.deepEqual(
      others.filter((text) => isId('ver', text)),
      [],
    )
  })
})

describe('random tokens', () => {
  test('have the length that was asked for and use the whole alphabet', () => {
    assert.equal(randomToken(26).length, 26)
    assert.equal(new Set(randomToken(5_000)).size, 32)
  })
})
