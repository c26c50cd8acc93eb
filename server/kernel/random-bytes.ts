// Random bytes for ids and tokens, drawn from the operating system 4 KiB at a time, because a draw costs more than
// the bytes. A byte is given out once and erased from the pool.

import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** Returns `count` bytes of the system's cryptographic generator. */
export function drawRandomBytes(count: number): Buffer {
  const drawn = Buffer.allocUnsafe(count)
  if (count > pool.length) return randomFillSync(drawn)
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  pool.copy(drawn, 0, used, used + count)
  pool.fill(0, used, used + count)
  used += count
  return drawn
}
