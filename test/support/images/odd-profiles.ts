// Colour profiles as no camera writes them, and images with them. Built by hand where no encoder would write them.

import sharp from 'sharp'

const words = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** A profile of Display P3 as sharp writes it. */
export async function plainProfile(): Promise<Buffer> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const { icc } = await sharp(await image.withIccProfile('p3').jpeg().toBuffer()).metadata()
  if (icc === undefined) throw new Error('sharp wrote no profile')
  return icc
}

/** The profile with one more tag. */
export function withTag(profile: Buffer, name: string, content: Buffer): Buffer {
  const [headBytes, entryBytes] = [132, 12]
  const count = profile.readUInt32BE(128)
  const tableEnd = headBytes + count * entryBytes
  const table = Buffer.from(profile.subarray(headBytes, tableEnd))
  for (let at = 4; at < table.length; at += entryBytes) {
    table.writeUInt32BE(table.readUInt32BE(at) + entryBytes, at)
  }
  const rest = Buffer.concat([profile.subarray(tableEnd), Buffer.alloc(-profile.length & 3)])
  const entry = [Buffer.from(name), words(tableEnd + entryBytes + rest.length, content.length)]
  const head = [profile.subarray(0, 128), words(count + 1), table, ...entry]
  const whole = Buffer.concat([...head, rest, content])
  whole.writeUInt32BE(whole.length, 0)
  return whole
}

/** A profile of 18 KB that names a function of 500 pieces 200 times over. */
export async function profileBomb(): Promise<Buffer> {
  const [pieces, times, shape] = [500, 200, 0x0003_0003]
  const piece = Buffer.concat([Buffer.from('parf'), words(0, 0, 0x3f80_0000, 0x3f80_0000, 0, 0)])
  const ends = Buffer.alloc((pieces - 1) * 4)
  for (let index = 0; index < pieces - 1; index += 1) ends.writeFloatBE(5 + index, index * 4)
  const pieceCount = words(0, pieces << 16)
  const curve = Buffer.concat([
    Buffer.from('curf'),
    pieceCount,
    ends,
    ...Array<Buffer>(pieces).fill(piece),
  ])
  const place = words(36, curve.length)
  const curves = Buffer.concat([Buffer.from('cvst'), words(0, shape), place, place, place, curve])
  const placeOfCurves = words(16 + times * 8, curves.length)
  const head = [Buffer.from('mpet'), words(0, shape, times)]
  const content = Buffer.concat([...head, ...Array<Buffer>(times).fill(placeOfCurves), curves])
  return withTag(await plainProfile(), 'D2B0', content)
}

/** The JPEG with the profile in segments of that many bytes; `order` has the numbers that they say. */
export function jpegWithProfile(
  jpeg: Buffer,
  profile: Buffer,
  { bytes = 65_000, order }: { readonly bytes?: number; readonly order?: readonly number[] } = {},
): Buffer {
  const count = Math.ceil(profile.length / bytes)
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * bytes, (index + 1) * bytes)
    const numbers = Buffer.from([order?.[index] ?? index + 1, count])
    const content = Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), numbers, part])
    const head = Buffer.from([0xff, 0xe2, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}
