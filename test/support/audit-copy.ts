// Reads a copy of the audit log and checks that its lines form one complete chain.

import assert from 'node:assert/strict'
import { constants, openSync, readSync } from 'node:fs'
import type { Appliance } from '../../server/appliance.ts'
import { type AuditEntry, chainStart, fromSystem } from '../../server/audit/audit.ts'
import type { AuditEntryJson } from '../../server/audit/audit-json.ts'
import { hashOf, recordAudit } from '../../server/audit/record-audit.ts'
import type { Keyring } from '../../server/crypto/keyring.ts'
import { inTransaction } from '../../server/db/transaction.ts'

/** Adds `count` entries to the log. */
export async function addEntries(appliance: Appliance, count: number): Promise<void> {
  await inTransaction(appliance.db, async (trx) => {
    for (let made = 0; made < count; made += 1) {
      await recordAudit(appliance, trx, { by: fromSystem, action: 'audit.viewed', details: {} })
    }
  })
}

/** Parses the lines; returns each entry once, in the order of its first line. Skips lines that do not parse. */
export function entriesIn(text: string): readonly AuditEntryJson[] {
  const bySequence = new Map<number, AuditEntryJson>()
  for (const line of text.split('\n')) {
    const entry = entryOf(line)
    if (entry === undefined) continue
    const before = bySequence.get(entry.sequence)
    if (before === undefined) bySequence.set(entry.sequence, entry)
    else assert.deepEqual(entry, before, 'a repeated entry is the same')
  }
  return [...bySequence.values()]
}

function entryOf(line: string): AuditEntryJson | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Asserts that each entry follows the one before, from the first on, and has the right hash. */
export function assertWholeChain(
  entries: readonly AuditEntryJson[],
  keyring: Pick<Keyring, 'macHex' | 'keyId'>,
): void {
  let before = chainStart
  for (const shown of entries) {
    assert.equal(shown.sequence, before.sequence + 1)
    assert.equal(shown.previous_hash, before.hash)
    assert.equal(shown.hash, hashOf(keyring, madeFrom(shown, keyring.keyId('mac_audit'))))
    before = shown
  }
}

function madeFrom(shown: AuditEntryJson, keyId: string): Omit<AuditEntry, 'hash' | 'sequence'> {
  return {
    id: shown.id,
    at: Date.parse(shown.at),
    actor: { kind: shown.actor.kind, id: shown.actor.id ?? undefined },
    action: shown.action,
    subject: shown.subject ?? undefined,
    outcome: shown.outcome,
    clientAddress: shown.client_address ?? undefined,
    requestId: shown.request_id ?? undefined,
    details: shown.details,
    keyId,
    previousHash: shown.previous_hash,
  }
}

/** Opens a non-blocking reader of a FIFO. The test closes `fd`. */
export function openFifoReader(file: string) {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const buffer = Buffer.alloc(1 << 20)
  return {
    fd,
    /** Returns what the FIFO holds now. */
    drain(): string {
      const parts: Buffer[] = []
      for (;;) {
        const length = readSome(fd, buffer)
        if (length === 0) return Buffer.concat(parts).toString('utf8')
        parts.push(Buffer.from(buffer.subarray(0, length)))
      }
    },
  }
}

function readSome(fd: number, buffer: Buffer): number {
  try {
    return readSync(fd, buffer)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0
    throw error
  }
}
