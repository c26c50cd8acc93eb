// An image reader that decodes each image once. Nearly every live submission of the tests sends the same two
// specimens, and decoding them costs more than the rest of the submission.

import { createHash } from 'node:crypto'
import type { ImageReader } from '../../../server/images/admission/inspect-image.ts'
import type { Inspection } from '../../../server/images/inspection.ts'

/** Remembers what `reader` found readable and the copies it made; asks it again after a refusal or a failure. */
export function rememberImages(reader: ImageReader): ImageReader {
  const inspections = new Map<string, Inspection>()
  const copies = new Map<string, Buffer>()

  async function copyOnce(
    key: string,
    signal: AbortSignal | undefined,
    make: () => Promise<Buffer>,
  ) {
    signal?.throwIfAborted()
    const copy = copies.get(key) ?? (await make())
    copies.set(key, copy)
    // Its own bytes for each caller, as from a decoder.
    return Buffer.from(copy)
  }

  return {
    async inspect(source, expectation, options) {
      const bytes = await bytesOf(source)
      const key = keyOf(bytes, [expectation.role, expectation.idType, options.measureQuality])
      options.signal?.throwIfAborted()
      const known = inspections.get(key)
      if (known !== undefined) return known
      const inspection = await reader.inspect(bytes, expectation, options)
      if (inspection.kind === 'readable') inspections.set(key, inspection)
      return inspection
    },
    async toProviderJpeg(source, facts, signal) {
      const bytes = await bytesOf(source)
      const key = keyOf(bytes, ['provider', facts])
      return copyOnce(key, signal, () => reader.toProviderJpeg(bytes, facts, signal))
    },
    async toScreenJpeg(source, facts, options) {
      const bytes = await bytesOf(source)
      const key = keyOf(bytes, [
        'screen',
        facts,
        options.sidePixelsMax ?? null,
        options.crop ?? null,
      ])
      return copyOnce(key, options.signal, () => reader.toScreenJpeg(bytes, facts, options))
    },
    close: () => reader.close(),
  }
}

function bytesOf(source: Parameters<ImageReader['inspect']>[0]): Promise<Buffer> | Buffer {
  return typeof source === 'function' ? source() : source
}

function keyOf(bytes: Buffer, order: readonly unknown[]): string {
  return createHash('sha256').update(bytes).update(JSON.stringify(order)).digest('hex')
}
