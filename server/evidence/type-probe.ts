// Looks at a picture's type and lets the picture go: all the sandbox does with what is sent to it.

import type { ImageFormat } from './evidence.ts'
import { sniffBytesMin, sniffFormat } from './sniff.ts'

/** Takes a file chunk by chunk and keeps its first bytes only. */
export function typeProbe() {
  let head = Buffer.alloc(0)
  return {
    async write(chunk: Buffer): Promise<void> {
      if (head.length < sniffBytesMin) {
        head = Buffer.concat([head, chunk.subarray(0, sniffBytesMin - head.length)])
      }
    },
    /** undefined for anything but JPEG and PNG. */
    finish: async (): Promise<ImageFormat | undefined> => sniffFormat(head),
    abort: async (): Promise<void> => {},
  }
}
