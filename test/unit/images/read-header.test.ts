import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { jpegScansMax } from '../../../server/images/header/jpeg-walker.ts'
import { readHeader } from '../../../server/images/header/read-header.ts'
import {
  animatedPng,
  bombPng,
  jpegFollowedByFilm,
  pngFollowedByHtml,
  scanBombJpeg,
} from '../../support/images/odd-images.ts'

const plain = (channels: 3 | 4) =>
  sharp({ create: { width: 320, height: 200, channels, background: 'teal' } })

describe('the header of a JPEG', () => {
  test('gives the size as stored, and asks for no memory where it can be read line by line', async () => {
    const header = readHeader(await plain(3).jpeg().toBuffer(), 'jpeg')
    assert.deepEqual(header, {
      width: 320,
      height: 200,
      channels: 3,
      heldBytes: 0,
      anomaly: undefined,
    })
  })

  test('counts a progressive image as held whole, with its colour in its real resolution', async () => {
    const fine = plain(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    const coarse = plain(3).jpeg({ progressive: true, chromaSubsampling: '4:2:0' })
    assert.equal(readHeader(await fine.toBuffer(), 'jpeg')?.heldBytes, 320 * 200 * 3 * 2)
    assert.equal(readHeader(await coarse.toBuffer(), 'jpeg')?.heldBytes, 320 * 200 * 1.5 * 2)
  })

  test('knows CMYK by its four channels and grey by its one', async () => {
    const cmyk = await plain(3).toColourspace('cmyk').jpeg().toBuffer()
    const grey = await plain(3).toColourspace('b-w').jpeg().toBuffer()
    assert.equal(readHeader(cmyk, 'jpeg')?.channels, 4)
    assert.equal(readHeader(grey, 'jpeg')?.channels, 1)
  })

  test('calls an image with more scans than any encoder writes odd, and one at the limit not', async () => {
    const atLimit = await scanBombJpeg(jpegScansMax, 64, 64)
    const beyond = await scanBombJpeg(jpegScansMax + 1, 64, 64)
    assert.equal(readHeader(atLimit, 'jpeg')?.anomaly, undefined)
    assert.equal(readHeader(beyond, 'jpeg')?.anomaly, 'too_many_scans')
  })

  test('calls arithmetic and lossless coding odd, and the three codings of cameras not', async () => {
    const jpeg = await plain(3).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const anomalyOf = (code: number) => {
      const changed = Buffer.from(jpeg)
      changed[frame + 1] = code
      return readHeader(changed, 'jpeg')?.anomaly
    }
    for (const code of [0xc0, 0xc1, 0xc2]) assert.equal(anomalyOf(code), undefined)
    for (const code of [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]) {
      assert.equal(anomalyOf(code), 'unusual_coding', code.toString(16))
    }
  })

  test('does not count data after the image as its scans', async () => {
    const progressive = await plain(3).jpeg({ progressive: true }).toBuffer()
    const trailer = Buffer.concat(Array(200).fill(Buffer.from([0xff, 0xda])))
    const film = await jpegFollowedByFilm(Buffer.concat([progressive, trailer]))
    assert.equal(readHeader(film, 'jpeg')?.anomaly, undefined)
  })

  test('is not there where the frame, the scan or a segment is missing or cut off', async () => {
    const jpeg = await plain(3).jpeg().toBuffer()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
    const broken = [
      jpeg.subarray(0, scan),
      jpeg.subarray(0, scan + 3),
      Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x01]),
      Buffer.concat([Buffer.from([0xff, 0xd8]), jpeg.subarray(scan)]),
      Buffer.alloc(64, 0xff),
    ]
    for (const bytes of broken) assert.equal(readHeader(bytes, 'jpeg'), undefined)
  })

  test('is given up on after thousands of segments, before they cost time', async () => {
    const jpeg = await plain(3).jpeg().toBuffer()
    const commented = (count: number) => {
      const comments = Array(count).fill(Buffer.from([0xff, 0xfe, 0x00, 0x02]))
      return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
    }
    assert.equal(readHeader(commented(4_000), 'jpeg')?.width, 320)
    assert.equal(readHeader(commented(5_000), 'jpeg')?.anomaly, 'too_many_segments')
  })
})

describe('the header of a PNG', () => {
  test('gives the size of an image that must not be decoded', async () => {
    const bomb = await bombPng()
    assert.ok(bomb.length < 60_000)
    const header = readHeader(bomb, 'png')
    assert.deepEqual([header?.width, header?.height], [20_000, 20_000])
  })

  test('counts an interlaced image as held whole, by channels and depth', async () => {
    const interlaced = plain(4).png({ progressive: true })
    const deep = plain(4).toColourspace('rgb16').png({ progressive: true })
    assert.equal(readHeader(await plain(4).png().toBuffer(), 'png')?.heldBytes, 0)
    assert.equal(readHeader(await interlaced.toBuffer(), 'png')?.heldBytes, 320 * 200 * 4)
    assert.equal(readHeader(await deep.toBuffer(), 'png')?.heldBytes, 320 * 200 * 8)
  })

  test('calls an animated image, or one that another file follows, odd', async () => {
    assert.equal(readHeader(await animatedPng(), 'png')?.anomaly, 'animated')
    assert.equal(readHeader(await pngFollowedByHtml(), 'png')?.anomaly, 'trailing_content')
  })

  test('is not there where chunks are missing, cut off, out of order or of no size', async () => {
    const png = await plain(3).png().toBuffer()
    const withoutSize = Buffer.from(png)
    withoutSize.fill(0, 16, 20)
    const unknownColours = Buffer.from(png)
    unknownColours[25] = 5
    const headerFirst = 8 + 25
    const broken = [
      png.subarray(0, png.length - 12),
      png.subarray(0, 20),
      Buffer.concat([png.subarray(0, 8), png.subarray(headerFirst)]),
      withoutSize,
      unknownColours,
    ]
    for (const bytes of broken) assert.equal(readHeader(bytes, 'png'), undefined)
  })
})
