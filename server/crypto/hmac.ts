// HMAC-SHA-256 (RFC 2104) for one key and many short texts. Its two hashes are one-shot calls, because Node's own
// `createHmac` builds a stream for each text and takes twice as long.

import { hash } from 'node:crypto'

/** Returns the HMAC-SHA-256 of the text, hex. */
export type HexMac = (text: string | Buffer) => string

const blockBytes = 64
const digestBytes = 32

/** @param key at most 64 bytes; RFC 2104 would hash a longer one first */
export function createHexMac(key: Buffer): HexMac {
  if (key.length > blockBytes) throw new Error(`the key of an HMAC has at most ${blockBytes} bytes`)
  const innerPad = padded(key, 0x36)
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(digestBytes)])
  return (text) => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    outer.write(hash('sha256', Buffer.concat([innerPad, bytes]), 'hex'), blockBytes, 'hex')
    return hash('sha256', outer, 'hex')
  }
}

function padded(key: Buffer, value: number): Buffer {
  const block = Buffer.alloc(blockBytes, value)
  for (const [index, byte] of key.entries()) block[index] = byte ^ value
  return block
}
