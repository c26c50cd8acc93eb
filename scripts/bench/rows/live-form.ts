// Live submissions for the benchmarks: the drawn specimens as images of 1 MB in a multipart form.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

const specimens = new URL('../../../data/reference/specimens/', import.meta.url)
const imageBytes = 1_000_000
/** The most that one comment of a JPEG holds. */
const commentBytesMax = 65_533
/** As long as that of curl: the parser skips as far as the boundary is long. */
const boundary = `${'-'.repeat(24)}${randomBytes(11).toString('hex')}`

/** Returns a raw request with two images of 1 MB, latin1. */
export function liveRequest(path: string, key: string): string {
  const fields = { country: 'SN', id_type: 'national_id' }
  const files = { front_image: 'senegal-id-front.jpg', selfie_image: 'selfie.jpg' }
  const body = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
    ),
    ...Object.entries(files).flatMap(([name, file]) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n`,
      ),
      largeSpecimen(file),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body.toString('latin1')}`
}

/** Pads a specimen with comment segments after its first marker, which decoders skip. */
function largeSpecimen(name: string): Buffer {
  const image = readFileSync(new URL(name, specimens))
  const comments: Buffer[] = []
  for (let left = imageBytes - image.length; left > 4; left -= commentBytesMax + 2) {
    const text = randomBytes(Math.min(left - 4, commentBytesMax - 2))
    const head = Buffer.from([0xff, 0xfe, 0, 0])
    head.writeUInt16BE(text.length + 2, 2)
    comments.push(head, text)
  }
  return Buffer.concat([image.subarray(0, 2), ...comments, image.subarray(2)])
}
