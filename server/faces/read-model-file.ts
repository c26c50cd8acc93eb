// Reads the file of a face model in the process that runs it, and proves that it is the measured one.

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { faceModelBytesMax } from './face-limits.ts'

interface ModelFile {
  readonly file: string
  readonly sha256: string
}

/** @throws Error where the file cannot be read, is larger than `faceModelBytesMax`, or has another SHA-256 */
export async function readModelFile({ file, sha256 }: ModelFile): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size > faceModelBytesMax) throw new Error('the model is too large')
    // No more than its size is read, whatever is written to the file meanwhile.
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(size), 0, size)
    const bytes = buffer.subarray(0, bytesRead)
    const found = createHash('sha256').update(bytes).digest('hex')
    if (found !== sha256) throw new Error('the model is another one')
    return bytes
  } finally {
    await handle.close()
  }
}
