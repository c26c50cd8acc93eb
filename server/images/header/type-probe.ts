// Reads an image's type and keeps nothing else: all that the sandbox does with an upload.

import { describeUnknownFormat, sniffBytesMin, sniffFormat } from './sniff.ts'

/** Reads a file chunk by chunk and keeps only its first bytes. */
export function typeProbe() {
  let head = Buffer.alloc(0)
  return {
    async write(chunk: Buffer): Promise<void> {
      if (head.length < sniffBytesMin) {
        head = Buffer.concat([head, chunk.subarray(0, sniffBytesMin - head.length)])
      }
    },
    /** Returns undefined for JPEG and PNG, otherwise what is wrong, to follow the name of the field, as in live. */
    finish: async (): Promise<string | undefined> =>
      sniffFormat(head) === undefined ? describeUnknownFormat(head) : undefined,
    abort: async (): Promise<void> => {},
  }
}
