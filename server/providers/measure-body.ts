// Measures a body that is to be sent: its size and its SHA-256, of a stream as it is read for sending.

import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'

export interface Measures {
  readonly bodyBytes: number
  /** Hex; undefined where the body was broken off before its end. */
  readonly bodySha256: string | undefined
}

export interface MeasuredBody {
  /** To be sent in the place of the one given. */
  readonly body: string | Readable
  measures(): Measures
}

/** A text counts whole. A stream is counted as it is read, and never held in memory. */
export function measureBody(body: string | Readable): MeasuredBody {
  if (typeof body !== 'string') return measureStream(body)
  const bodyBytes = Buffer.byteLength(body)
  return { body, measures: () => ({ bodyBytes, bodySha256: hash('sha256', body) }) }
}

function measureStream(stream: Readable): MeasuredBody {
  const digest = createHash('sha256')
  let bodyBytes = 0
  let bodySha256: string | undefined
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const piece: Buffer = chunk
      bodyBytes += piece.length
      digest.update(piece)
      yield piece
    }
    bodySha256 = digest.digest('hex')
  }
  const body = Readable.from(counted(), { objectMode: false })
  return { body, measures: () => ({ bodyBytes, bodySha256 }) }
}
