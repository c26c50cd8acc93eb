// Measures the size and SHA-256 of a request body, of a stream while it is sent.

import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'

interface Measures {
  readonly bodyBytes: number
  /** Hex; undefined where the stream was aborted before its end. */
  readonly bodySha256: string | undefined
}

interface MeasuredBody {
  /** Send this body instead of the given one. */
  readonly body: string | Readable
  measures(): Measures
}

/** A text is measured at once. A stream is measured as it is read, and never held in memory. */
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
