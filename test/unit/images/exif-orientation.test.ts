import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exifOrientation } from '../../../server/images/decoder/exif-orientation.ts'

interface Entry {
  readonly tag?: number
  readonly type?: number
  readonly value?: number
}

function exif(order: 'II' | 'MM', entries: readonly Entry[], directory = 8): Buffer {
  const bytes = Buffer.alloc(directory + 2 + entries.length * 12)
  bytes.write(order, 'latin1')
  const short = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  short(42, 2)
  if (order === 'II') bytes.writeUInt32LE(directory, 4)
  else bytes.writeUInt32BE(directory, 4)
  short(entries.length, directory)
  for (const [index, { tag = 0x0112, type = 3, value = 6 }] of entries.entries()) {
    const at = directory + 2 + index * 12
    short(tag, at)
    short(type, at + 2)
    short(value, at + 8)
  }
  return bytes
}

describe('the orientation in EXIF data', () => {
  for (const order of ['II', 'MM'] as const) {
    test(`is read in the byte order ${order}, among other entries and wherever the directory is`, () => {
      const entries = [{ tag: 0x010f, type: 2, value: 1 }, { value: 8 }, { tag: 0x0132 }]
      assert.equal(exifOrientation(exif(order, entries)), 8)
      assert.equal(exifOrientation(exif(order, entries, 40)), 8)
    })
  }

  test('is read of whole numbers of any length, as the library of the decoder reads them', () => {
    const lengths = { 1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4 }
    for (const [type, bytes] of Object.entries(lengths)) {
      const little = exif('II', [{ type: Number(type), value: 0 }])
      little.writeUIntLE(6, 18, bytes)
      assert.equal(exifOrientation(little), 6, type)
      const big = exif('MM', [{ type: Number(type), value: 0 }])
      big.writeUIntBE(6, 18, bytes)
      assert.equal(exifOrientation(big), 6, type)
    }
    assert.equal(exifOrientation(exif('II', [{ type: 2, value: 6 }])), 1)
  })

  test('is upright where it is absent, cut off or makes no sense', () => {
    const broken = [
      undefined,
      Buffer.alloc(0),
      Buffer.from('II*'),
      exif('II', []),
      exif('II', [{ value: 0 }]),
      exif('MM', [{ value: 9 }]),
      exif('MM', [{ type: 4 }]),
      exif('II', [{}]).subarray(0, 15),
      Buffer.from('II*\0\xff\xff\xff\xff\0\0', 'latin1'),
      Buffer.from('XX*\0\x08\0\0\0\x01\0', 'latin1'),
    ]
    for (const bytes of broken) assert.equal(exifOrientation(bytes), 1)
  })
})
