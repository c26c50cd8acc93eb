import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { isPlainProfile } from '../../../server/images/decoder/colour-profile.ts'
import { plainImage } from '../../../server/images/decoder/plain-image.ts'
import { profiledPng } from '../../support/images/odd-images.ts'
import {
  jpegWithProfile,
  plainProfile,
  profileBomb,
  withTag,
} from '../../support/images/odd-profiles.ts'

describe('a colour profile', () => {
  let plain: Buffer
  let bomb: Buffer
  let jpeg: Buffer
  before(async () => {
    plain = await plainProfile()
    bomb = await profileBomb()
    const image = sharp({ create: { width: 320, height: 300, channels: 3, background: 'teal' } })
    jpeg = plainImage(await image.jpeg().toBuffer())
  })

  test('is plain as cameras write it, with tables too, and not with functions in floating point', () => {
    assert.ok(isPlainProfile(plain))
    assert.ok(isPlainProfile(withTag(plain, 'A2B0', Buffer.alloc(1_000))))
    for (const name of ['D2B0', 'D2B3', 'B2D0', 'B2D3']) {
      assert.ok(!isPlainProfile(withTag(plain, name, Buffer.alloc(1_000))), name)
    }
  })

  test('is not plain where it is cut off, too long, or names too many tags', () => {
    const many = Buffer.from(plain)
    many.writeUInt32BE(101, 128)
    const beyond = Buffer.from(plain)
    beyond.writeUInt32BE(90, 128)
    const long = Buffer.concat([plain, Buffer.alloc(4 * 1024 * 1024)])
    for (const odd of [Buffer.alloc(0), plain.subarray(0, 131), many, beyond, long]) {
      assert.ok(!isPlainProfile(odd))
    }
  })

  test('of a JPEG reaches a decoder if it is plain, in one segment or in several', () => {
    for (const bytes of [65_000, 100]) {
      const profiled = jpegWithProfile(jpeg, plain, { bytes })
      assert.equal(plainImage(profiled), profiled)
    }
    assert.deepEqual(plainImage(jpegWithProfile(jpeg, bomb)), jpeg)
    assert.deepEqual(plainImage(jpegWithProfile(jpeg, bomb, { bytes: 1_000 })), jpeg)
  })

  test('of a JPEG reaches no decoder if its segments are not in order', () => {
    const bytes = Math.ceil(plain.length / 3)
    for (const order of [
      [1, 3, 2],
      [1, 1, 2],
      [0, 1, 2],
      [2, 3, 4],
    ]) {
      assert.deepEqual(plainImage(jpegWithProfile(jpeg, plain, { bytes, order })), jpeg)
    }
    const cut = jpegWithProfile(jpeg, plain, { bytes: Math.ceil(plain.length / 2) })
    const first = 4 + 14 + Math.ceil(plain.length / 2)
    const missing = Buffer.concat([cut.subarray(0, 2 + first), jpeg.subarray(2)])
    assert.deepEqual(plainImage(missing), jpeg)
  })

  test('of a PNG reaches a decoder only if it is plain', async () => {
    assert.ok(plainImage(await profiledPng(plain)).includes('iCCP'))
    assert.ok(!plainImage(await profiledPng(bomb)).includes('iCCP'))
  })
})
