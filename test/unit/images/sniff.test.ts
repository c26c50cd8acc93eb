import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  describeUnknownFormat,
  sniffBytesMin,
  sniffFormat,
} from '../../../server/images/header/sniff.ts'

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0x12, 0x34, 0x45, 0x78])

describe('the first bytes of a file', () => {
  test('name a JPEG whatever kind of segment comes first', () => {
    for (const marker of [0xe0, 0xe1, 0xdb, 0xee]) {
      const start = Buffer.from(jpegStart)
      start[3] = marker
      assert.equal(sniffFormat(start), 'jpeg')
    }
  })

  test('name a PNG by all eight of its signature, which line-end conversion destroys', () => {
    assert.equal(sniffFormat(pngStart), 'png')
    const converted = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a, 0x00])
    assert.equal(sniffFormat(converted), undefined)
  })

  test('name nothing while too few have arrived', () => {
    for (const start of [pngStart, jpegStart]) {
      assert.equal(sniffFormat(start.subarray(0, sniffBytesMin - 1)), undefined)
    }
    assert.equal(sniffFormat(Buffer.alloc(0)), undefined)
  })

  test('name nothing for other formats', () => {
    const others = [
      'GIF89a..',
      '<svg xml',
      'RIFF....',
      '%PDF-1.7',
      'BM......',
      'II*\0....',
      '\0\0\0\0\0\0\0\0',
    ]
    for (const start of others) assert.equal(sniffFormat(Buffer.from(start, 'latin1')), undefined)
  })

  test('tell an iPhone user to convert a HEIC photo, and anyone else what is accepted', () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic', 'latin1')
    assert.match(describeUnknownFormat(heic), /^is a HEIC .*Convert it to JPEG/)
    assert.match(
      describeUnknownFormat(Buffer.from('GIF89a..')),
      /^is neither a JPEG nor a PNG image.*Send the photo as JPEG or PNG/,
    )
    assert.match(describeUnknownFormat(Buffer.alloc(0)), /^is empty\./)
  })
})
