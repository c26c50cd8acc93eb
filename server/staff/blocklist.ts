// The lists of passwords that are refused, read line by line when one is first needed and kept in little room: of each
// line eight bytes, and not its text.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { foldLetters } from './password-policy.ts'

/** Normal forms of listed passwords and words. */
export interface Blocklist {
  has(form: string): boolean
  /** How many different ones. */
  readonly size: number
}

/** So many lines are read of all the lists together, those at the beginning first: 160 MB, where there are so many. */
const linesMax = 20_000_000

/**
 * Lines that begin with `#` are remarks. What ends with `.gz` is unpacked.
 * @throws Error of the file system for one that cannot be read
 */
export async function readBlocklists(files: readonly string[]): Promise<Blocklist> {
  const hashes = createHashes()
  for (const file of files) {
    // A chunk at a time: a promise for each line would cost more than the line.
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

/** Whole lines, as many as one read of the file brings. */
async function* chunksOfLines(file: string): AsyncGenerator<readonly string[]> {
  const bytes = createReadStream(file)
  // An error of the file reaches whoever reads, by way of the stream that is read.
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

/** A list of numbers that grows. */
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

/** 53 bits: of a million listed ones, one text in nine thousand million is taken for listed and is not. */
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
