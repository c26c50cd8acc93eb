import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { masterKeyFrom } from '../../../server/crypto/master-key.ts'
import {
  combineShares,
  type KeyShare,
  parseShare,
  printShare,
  splitMasterKey,
} from '../../../server/operations/encryption-keys/key-shares.ts'

const key = masterKeyFrom(Buffer.alloc(32, 5))
const shares = await splitMasterKey(key, { shares: 5, threshold: 3 })

function chosen(count: number): readonly (readonly KeyShare[])[] {
  return Array.from({ length: 32 }, (_, bits) =>
    shares.filter((_one, at) => bits & (1 << at)),
  ).filter((some) => some.length === count)
}

describe('shares of the master key', () => {
  test('any three of five give the key', async () => {
    const sets = chosen(3)
    assert.equal(sets.length, 10)
    for (const some of sets) {
      const result = await combineShares(some)
      assert.deepEqual(result.kind === 'key' && result.key.bytes, key.bytes)
    }
  })

  test('two do not, also if one is given twice', async () => {
    for (const some of chosen(2)) {
      for (const given of [some, [...some, ...some]]) {
        const result = await combineShares(given)
        assert.match(
          result.kind === 'faulty' ? result.why : '',
          /2 different shares are not enough: 3 of 5/,
        )
      }
    }
  })

  test('two do not even where they claim to be enough', async () => {
    const claiming = shares.slice(0, 2).map((share) => ({ ...share, threshold: 2 }))
    const result = await combineShares(claiming)
    assert.match(result.kind === 'faulty' ? result.why : '', /do not give the key/)
  })

  test('shares of two splits are told apart from the key', async () => {
    const other = await splitMasterKey(key, { shares: 5, threshold: 3 })
    const mixed = [...shares.slice(0, 2), ...other.slice(2, 3)]
    const result = await combineShares(mixed)
    assert.match(result.kind === 'faulty' ? result.why : '', /different splits/)
  })

  test('what is printed is read again, with capitals and other spaces', () => {
    for (const share of shares) {
      const text = printShare(share)
      for (const typed of [
        text,
        text.toUpperCase(),
        text.replaceAll('-', ' - ').replace('svc - share - 1', 'svc-share-1'),
      ])
        assert.deepEqual(parseShare(typed), { kind: 'share', share })
    }
  })

  test('one wrong character anywhere is noticed', () => {
    const text = printShare(shares[1] as KeyShare)
    for (const [at, was] of [...text].entries()) {
      if (!/[0-9a-f]/.test(was) || at < 'svc-share-1 '.length) continue
      const typed = text.slice(0, at) + (was === '0' ? '1' : '0') + text.slice(at + 1)
      assert.equal(parseShare(typed).kind, 'faulty', typed)
    }
  })
})
