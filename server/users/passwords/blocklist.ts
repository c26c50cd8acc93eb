// Reads lists of refused passwords into memory as sorted hashes: eight bytes a line instead of its text.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { foldLetters } from './password-policy.ts'

/** A set of listed passwords and words, as `foldLetters` returns them. */
interface Blocklist {
  has(form: string): boolean
  /** Number of distinct entries. */
  readonly size: number
}

/** At most this many lines are read of all files together: 160 MB of hashes. */
const linesMax = 20_000_000

/**
 * Lines that begin with `#` are comments. Files that end with `.gz` are unpacked.
 * @throws Error of the file system for a file that cannot be read
 */
export async function readBlocklists(files: readonly string[]): Promise<Blocklist> {
  const hashes = createHashes()
  for (const file of files) {
    // Lines come in chunks: a promise for each line would cost more than hashing the line.
    for await (const lines of chunksOfLines(file)) {
      for (const line of lines) {
        if (line.startsWith('#') || hashes.count >= linesMax) continue
        const form = foldLetters(line)
        if (form !== '') hashes.add(hashOf(form))
      }
    }
  }
  return createBlocklist(hashes.sorted())
}

/** Yields the whole lines of each read of the file. */
async function* chunksOfLines(file: string): AsyncGenerator<readonly string[]> {
  const bytes = createReadStream(file)
  // `pipeline` passes an error of the file on to `input`, so the loop below throws it.
  const input = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  let rest = ''
  input.setEncoding('utf8')
  for await (const chunk of input) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  yield [rest]
}

/** A growing list of hashes. */
function createHashes() {
  let kept = new Float64Array(8192)
  let count = 0
  return {
    get count() {
      return count
    },
    add(hash: number): void {
      if (count === kept.length) {
        const longer = new Float64Array(kept.length * 2)
        longer.set(kept)
        kept = longer
      }
      kept[count] = hash
      count += 1
    },
    sorted: () => kept.slice(0, count).sort(),
  }
}

function createBlocklist(sorted: Float64Array): Blocklist {
  const size = sorted.reduce((sum, hash, at) => sum + (hash === sorted[at - 1] ? 0 : 1), 0)
  return {
    size,
    has(form) {
      const wanted = hashOf(form)
      let from = 0
      let to = sorted.length
      while (from < to) {
        const middle = (from + to) >>> 1
        if ((sorted[middle] ?? 0) < wanted) from = middle + 1
        else to = middle
      }
      return sorted[from] === wanted
    },
  }
}

/** 53 bits: with a million entries, one in nine thousand million other texts is wrongly taken as listed. */
function hashOf(text: string): number {
  let one = 0x811c9dc5
  let other = 0x9e3779b9
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other ^ (unit + (one >>> 13)), 0x85ebca6b)
    other ^= other >>> 15
  }
  return (one >>> 0) * 0x200000 + (other >>> 11)
}
