import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/kernel/app-error.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { decodeCursor, encodeCursor, toPage } from '../../../server/kernel/page.ts'

const id = newId('ver', Date.UTC(2026, 10, 21))

describe('a page', () => {
  const rows = ['c', 'b', 'a'].map((letter) => ({ id: letter }))

  test('of more rows than it holds leaves the rest to the next, from its last item on', () => {
    assert.deepEqual(toPage(rows, 2), { items: rows.slice(0, 2), nextCursor: encodeCursor('b') })
  })

  test('of as many rows as it holds is the last', () => {
    assert.deepEqual(toPage(rows, 3), { items: rows, nextCursor: null })
  })

  test('of nothing is the last', () => {
    assert.deepEqual(toPage([], 3), { items: [], nextCursor: null })
  })
})

describe('a cursor', () => {
  test('names the item it was made from, in characters that need no escaping in a URL', () => {
    const cursor = encodeCursor(id)
    assert.equal(decodeCursor(cursor, 'ver'), id)
    assert.match(cursor, /^[A-Za-z0-9_-]+$/)
  })

  const junk: Readonly<Record<string, string>> = {
    'an empty text': '',
    'a number, as an offset would be': '20',
    'a bare id': id,
    'a cursor of another list': encodeCursor(newId('key', Date.UTC(2026, 10, 21))),
    'an id that was encoded without the version': Buffer.from(id).toString('base64url'),
    'a cursor of another version': Buffer.from(`2:${id}`).toString('base64url'),
    'a cursor cut short': encodeCursor(id).slice(0, -2),
    'a cursor with something behind it': `${encodeCursor(id)}AAAA`,
    'a cursor with padding': `${encodeCursor(id)}=`,
    'a cursor with characters that decoding skips': `${encodeCursor(id)}!*`,
    'a cursor with a line break': `${encodeCursor(id)}\n`,
    'an encoded query': Buffer.from("1:ver_' or 1=1 --").toString('base64url'),
    'an encoded id in capitals': encodeCursor(id.toUpperCase()),
    'characters outside ASCII': 'éèê',
  }
  for (const [what, cursor] of Object.entries(junk)) {
    test(`${what} is refused, and not quoted`, () => {
      assert.throws(
        () => decodeCursor(cursor, 'ver'),
        (error) =>
          error instanceof AppError &&
          error.code === 'invalid_request' &&
          error.options.param === 'cursor' &&
          error.options.details?.[0]?.code === 'invalid_cursor' &&
          (cursor.length < 3 || !JSON.stringify(error).includes(cursor)),
      )
    })
  }
})
