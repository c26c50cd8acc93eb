// Reads an image's type and keeps nothing else: all that the sandbox does with an upload.

import type { ImageFormat } from '../image.ts'
import { sniffBytesMin, sniffFormat } from './sniff.ts'

/** Reads a file chunk by chunk and keeps only its first bytes. */
export function typeProbe() {
  let head = Buffer.alloc(0)
  return {
    async write(chunk: Buffer): Promise<void> {
      if (head.length < sniffBytesMin) {
        head = Buffer.concat([head, chunk.subarray(0, sniffBytesMin - head.length)])
      }
    },
    /** Returns undefined for anything but JPEG and PNG. */
    finish: async (): Promise<ImageFormat | undefined> => sniffFormat(head),
    abort: async (): Promise<void> => {},
  }
}
