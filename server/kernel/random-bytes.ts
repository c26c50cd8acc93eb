// Random bytes for ids and tokens, drawn from the operating system 4 KiB at a time, because a draw costs more than
// the bytes. A byte is given out once and erased from the pool.

import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

/** Returns `count` bytes of the system's cryptographic generator. */
export function drawRandomBytes(count: number): Buffer {
  const drawn = Buffer.allocUnsafe(count)
  if (count > pool.length) return randomFillSync(drawn)
  const from = take(count)
  pool.copy(drawn, 0, from, used)
  pool.fill(0, from, used)
  return drawn
}

/** Returns sixteen bits of it, without a buffer of their own: an id takes six of them. */
export function drawSixteenBits(): number {
  const from = take(2)
  const bits = pool.readUInt16LE(from)
  pool[from] = 0
  pool[from + 1] = 0
  return bits
}

/** Returns where the next `count` bytes of the pool begin. */
function take(count: number): number {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const from = used
  used += count
  return from
}
