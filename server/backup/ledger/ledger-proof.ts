// The last line of a ledger of erasures proves that this installation wrote the lines above it: whoever may write to
// the place of the backups has not the key, and can neither add an entry nor take one out of the middle. Pure.

import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Keyring } from '../../crypto/keyring.ts'
import { tryJson } from '../../kernel/try-json.ts'

const hex64 = z.string().regex(/^[0-9a-f]{64}$/)

const proofShape = z.strictObject({
  proof: z.strictObject({ entries: z.int().min(0), sha256: hex64, mac: hex64 }),
})
export type LedgerProof = Readonly<z.infer<typeof proofShape>['proof']>

/** What a proof is about: the entries above it. */
export interface LedgerDigest {
  readonly entries: number
  /** Of their lines with the line ends, hex. */
  readonly sha256: string
}

/** Returns the line, without its end. */
export function proofLine(keyring: Pick<Keyring, 'macHex'>, digest: LedgerDigest): string {
  const { entries, sha256 } = digest
  return JSON.stringify({
    proof: { entries, sha256, mac: keyring.macHex('audit', textOf(digest)) },
  })
}

/** Returns undefined for any other line. */
export function parseProof(line: string): LedgerProof | undefined {
  return line.startsWith('{"proof"') ? proofShape.safeParse(tryJson(line)).data?.proof : undefined
}

/** Returns whether the installation of these keys wrote the proof. */
export function isProofOf(keyring: Pick<Keyring, 'macs'>, proof: LedgerProof): boolean {
  const given = Buffer.from(proof.mac, 'hex')
  return keyring.macs('audit', textOf(proof)).some((mac) => timingSafeEqual(mac, given))
}

/**
 * Digested with the key of the audit log: it is in every backup, wrapped by the master key, and never changes, so a
 * backup from before a change of keys proves today's ledger.
 */
function textOf({ entries, sha256 }: LedgerDigest): string {
  return JSON.stringify(['erasures', 1, entries, sha256])
}
