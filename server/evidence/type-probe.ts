// Looks at a picture's type and lets the picture go: all the sandbox does with what is sent to it.

import type { ImageFormat } from './evidence.ts'
import { sniffFormat } from './sniff.ts'

/** Enough for the signature of every format that is accepted. */
const signatureBytes = 8

/** Takes a file chunk by chunk and keeps its first bytes only. */
export function typeProbe() {
  let head = Buffer.alloc(0)
  return {
    async write(chunk: Buffer): Promise<void> {
      if (head.length < signatureBytes) {
        head = Buffer.concat([head, chunk.subarray(0, signatureBytes - head.length)])
      }
    },
    /** undefined for anything but JPEG and PNG. */
    finish: async (): Promise<ImageFormat | undefined> => sniffFormat(head),
    abort: async (): Promise<void> => {},
  }
}
