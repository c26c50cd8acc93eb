// Finds out how many entries of a ledger of erasures are proven.

import { createHash } from 'node:crypto'
import type { ErasureLines } from './erasure-lines.ts'
import { type LedgerDigest, type LedgerProof, parseProof } from './ledger-proof.ts'

export interface LedgerJudgement {
  readonly all: LedgerDigest
  /**
   * The entries above the last proof that holds. Those below are of a release that wrote no proofs, or of somebody
   * else.
   */
  readonly proven: LedgerDigest
}

/** Digests entries, line by line. */
export function createLedgerDigest() {
  const hash = createHash('sha256')
  let entries = 0
  return {
    add(line: string): void {
      hash.update(`${line}\n`)
      entries += 1
    },
    value: (): LedgerDigest => ({ entries, sha256: hash.copy().digest('hex') }),
  }
}

export function isSameDigest(one: LedgerDigest, other: LedgerDigest): boolean {
  return one.entries === other.entries && one.sha256 === other.sha256
}

/** @param isOurs whether the installation wrote a proof */
export function createLedgerJudge(isOurs: (proof: LedgerProof) => boolean) {
  const digest = createLedgerDigest()
  let proven = digest.value()
  return {
    /** Returns whether the line proves all entries above it. */
    take(line: string): boolean {
      const proof = parseProof(line)
      if (proof === undefined) {
        digest.add(line)
        return false
      }
      const above = digest.value()
      const holds = isSameDigest(proof, above) && isOurs(proof)
      if (holds) proven = above
      return holds
    },
    judgement: (): LedgerJudgement => ({ all: digest.value(), proven }),
  }
}

export async function judgeLedger(
  lines: ErasureLines,
  isOurs: (proof: LedgerProof) => boolean,
): Promise<LedgerJudgement> {
  const judge = createLedgerJudge(isOurs)
  for await (const some of lines) for (const line of some) judge.take(line)
  return judge.judgement()
}
