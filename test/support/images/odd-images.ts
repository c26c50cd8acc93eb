// Files that are not images, broken images and hostile images, as a client may send them. Built by hand where
// no encoder would write them.

import { randomBytes } from 'node:crypto'
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The first `share` of a file, as an interrupted upload leaves it. */
export async function truncate(file: Buffer, share = 0.6): Promise<Buffer> {
  return file.subarray(0, Math.floor(file.length * share))
}

/**
 * A PNG of one bit a pixel in a few kilobytes: 20 000 x 20 000, 400 megapixels by default.
 * Valid; only its size is harmful.
 */
export async function bombPng({ width = 20_000, height = 20_000 } = {}): Promise<Buffer> {
  return png({ width, height })
}

/** A PNG of black and white noise, one bit a pixel: the hardest there is to store as JPEG. */
export async function noisePng({ width = 3_600, height = 3_600 } = {}): Promise<Buffer> {
  return png({ width, height, pixels: randomBytes((width / 8) * height) })
}

/** A PNG that declares two frames. */
export async function animatedPng(): Promise<Buffer> {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  return png({ width: 64, height: 64 }, [chunk('acTL', control)])
}

export type Note = 'zTXt' | 'iTXt' | 'tEXt' | 'iCCP' | 'eXIf'

/** Seven megabytes of one letter, in seven kilobytes. */
const longText = () => deflateSync(Buffer.alloc(7_000_000, 'A'))

const notes: Readonly<Record<Note, (bytes: number) => Buffer>> = {
  zTXt: () => Buffer.concat([Buffer.from('k\0\0', 'latin1'), longText()]),
  iTXt: () => Buffer.concat([Buffer.from('k\0\x01\0\0\0', 'latin1'), longText()]),
  tEXt: () => Buffer.concat([Buffer.from('k\0', 'latin1'), Buffer.alloc(60_000, 'A')]),
  iCCP: (bytes) => Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflatedZeros(bytes * 100)]),
  eXIf: (bytes) =>
    Buffer.concat([Buffer.from('MM\0*\0\0\0\x08\0\0', 'latin1'), Buffer.alloc(bytes)]),
}

/** A small PNG with about that many bytes of notes; compressed ones unpack to a thousand times as much. */
export async function notedPng(kind: Note, bytes: number): Promise<Buffer> {
  const note = chunk(kind, notes[kind](bytes))
  const count = Math.max(1, Math.floor(bytes / note.length))
  return png({ width: 320, height: 320 }, Array(count).fill(note))
}

export async function profiledPng(profile: Buffer): Promise<Buffer> {
  const content = Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflateSync(profile)])
  return png({ width: 320, height: 320 }, [chunk('iCCP', content)])
}

/** A JPEG with that many empty segments for applications before its image data. */
export async function jpegWithNotes(jpeg: Buffer, count: number): Promise<Buffer> {
  const notes = Array(count).fill(Buffer.from([0xff, 0xe5, 0x00, 0x02]))
  return Buffer.concat([jpeg.subarray(0, 2), ...notes, jpeg.subarray(2)])
}

/** A JPEG whose EXIF data is one directory of 4 000 entries, each of which leads to the directory itself. */
export async function jpegWithExifLoop(jpeg: Buffer): Promise<Buffer> {
  const entries = 4_000
  const at = 8
  const tiff = Buffer.alloc(60_000)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(at, 4)
  tiff.writeUInt16BE(entries, at)
  for (let index = 0; index < entries; index += 1) {
    const entry = Buffer.from([index % 2 === 0 ? 0x88 : 0x87, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, at])
    entry[1] = index % 2 === 0 ? 0x25 : 0x69
    entry.copy(tiff, at + 2 + index * entry.length)
  }
  const exif = segment(0xe1, [...Buffer.from('Exif\0\0', 'latin1'), ...tiff])
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** A PNG with that many empty data chunks. */
export async function pngInChunks(count: number): Promise<Buffer> {
  return png({ width: 320, height: 320 }, Array(count).fill(chunk('IDAT', Buffer.alloc(0))))
}

/** A web page behind the first bytes of a JPEG. */
export async function htmlBehindJpegSignature(): Promise<Buffer> {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), await htmlPage()])
}

/** A real PNG with a web page after its end. */
export async function pngFollowedByHtml(): Promise<Buffer> {
  return Buffer.concat([png({ width: 64, height: 64 }), await htmlPage()])
}

/** A JPEG with a video after its end, as phones write "motion photos". */
export async function jpegFollowedByFilm(jpeg: Buffer): Promise<Buffer> {
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(50_000, 7)])
  return Buffer.concat([jpeg, film])
}

/** A baseline JPEG whose scan header is written wrongly, as some phones do; every viewer shows it. */
export async function jpegWithOddScanHeader(jpeg: Buffer): Promise<Buffer> {
  const copy = Buffer.from(jpeg)
  const scan = copy.indexOf(Buffer.from([0xff, 0xda]))
  const lastOfSpectrum = scan + copy.readUInt16BE(scan + 2)
  copy[lastOfSpectrum] = 0
  return copy
}

/**
 * A progressive JPEG of 40 megapixels in `scans` passes over nothing: 80 KB, and about 5 ms of work for
 * each pass. Grey, one block of zeros after the other.
 */
export async function scanBombJpeg(scans = 800, width = 8_000, height = 5_000): Promise<Buffer> {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const longestRun = `0${'1'.repeat(14)}`
  const emptyPass = bits(longestRun.repeat(Math.ceil(blocks / 32_767)))
  const oneCode = [1, ...Array(15).fill(0)]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(1)]),
    segment(0xc2, [8, ...size, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, ...oneCode, 0x00]),
    segment(0xc4, [0x10, ...oneCode, 0xe0]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    bits('0'.repeat(blocks)),
    ...Array.from({ length: scans - 1 }, (_, index) => {
      const coefficient = (index % 63) + 1
      const bit = 13 - Math.floor(index / 63)
      const approximation = ((bit === 13 ? 0 : bit + 1) << 4) | bit
      const header = [1, 1, 0, coefficient, coefficient, approximation]
      return Buffer.concat([segment(0xda, header), emptyPass])
    }),
    Buffer.from([0xff, 0xd9]),
  ])
}

export async function svgDrawing(): Promise<Buffer> {
  return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
}

export async function htmlPage(): Promise<Buffer> {
  return Buffer.from('<!doctype html><html><script>document.title</script></html>'.repeat(40))
}

export async function gifImage(): Promise<Buffer> {
  return sharp(plain).gif().toBuffer()
}

export async function webpImage(): Promise<Buffer> {
  return sharp(plain).webp().toBuffer()
}

export async function tiffImage(): Promise<Buffer> {
  return sharp(plain).tiff().toBuffer()
}

/** The start of a Windows bitmap. */
export async function bmpImage(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('BM'), Buffer.alloc(1_000, 1)])
}

/** The start of a PDF. */
export async function pdfFile(): Promise<Buffer> {
  return Buffer.from(`%PDF-1.7\n${'1 0 obj << >> endobj\n'.repeat(50)}`)
}

/** An archive without anything in it. */
export async function zipArchive(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
}

/** The start of a HEIC photo, which iPhones take unless told otherwise. */
export async function heicImage(): Promise<Buffer> {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(1_000, 3)])
}

const plain = { create: { width: 64, height: 64, channels: 3, background: 'teal' } } as const

interface Bitmap {
  readonly width: number
  readonly height: number
  /** Line by line, eight pixels a byte; black where there are none. */
  readonly pixels?: Buffer
}

/** A PNG of one bit a pixel, with `extra` chunks before the pixels. */
function png({ width, height, pixels }: Bitmap, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  // Each line opens with a byte that names its filter: none.
  const lineBytes = 1 + Math.ceil(width / 8)
  const lines = Buffer.alloc(pixels === undefined ? 0 : lineBytes * height)
  for (let y = 0; pixels !== undefined && y < height; y += 1) {
    pixels.copy(lines, y * lineBytes + 1, y * (lineBytes - 1), (y + 1) * (lineBytes - 1))
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels === undefined ? deflatedZeros(lineBytes * height) : deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const megabyte = 1024 * 1024
const megabyteOfZeros = deflatedPart(megabyte)

/** That many zeros in the format of zlib (RFC 1950), without compressing all of them. */
function deflatedZeros(count: number): Buffer {
  const checksum = Buffer.alloc(4)
  // Adler-32 of zeros: 1 in its low half, their number modulo 65 521 in its high one.
  checksum.writeUInt32BE((count % 65_521) * 65_536 + 1)
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array<Buffer>(Math.floor(count / megabyte)).fill(megabyteOfZeros),
    deflatedPart(count % megabyte),
    Buffer.from([0x03, 0x00]),
    checksum,
  ])
}

/** Zeros as a part of a deflated stream that can stand behind any other part. */
function deflatedPart(count: number): Buffer {
  return deflateRawSync(Buffer.alloc(count), { finishFlush: constants.Z_FULL_FLUSH })
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}

function segment(marker: number, content: readonly number[]): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0])
  start.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([start, Buffer.from(content)])
}

/** Zeros and ones as compressed JPEG data: filled up with ones, 0xff followed by 0x00. */
function bits(text: string): Buffer {
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '1')
  const bytes: number[] = []
  for (let at = 0; at < padded.length; at += 8) {
    const byte = Number.parseInt(padded.slice(at, at + 8), 2)
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  return Buffer.from(bytes)
}
