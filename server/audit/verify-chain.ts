// Verifies the hash chain of the whole audit log and reports tampering.

import type { Keyring } from '../crypto/keyring.ts'
import type { Reader, Readers } from '../db/transaction.ts'
import { createTurns } from '../kernel/turns.ts'
import { type AuditHead, chainStart, type StoredEntry } from './audit.ts'
import { findHead } from './audit-head-view.ts'
import { findHashAt, listExistingHashes, readStoredEntries } from './audit-store.ts'
import type { ChainFault, ChainFaultKind, ChainVerdict } from './chain-verdict.ts'
import { hashOf } from './record-audit.ts'

const rowsAtOnce = 250
export const faultsMax = 100

/** @throws the reason of `signal` once that aborts */
export async function verifyChain(
  { db, keyring }: { readonly db: Readers; readonly keyring: Pick<Keyring, 'macHex'> },
  input: {
    readonly keptHead?: AuditHead | undefined
    /** Begins after this entry. Default: the start of the log. */
    readonly from?: AuditHead | undefined
    /** Stops after about so many entries. Default: at the end of the log. */
    readonly entriesMax?: number
    readonly signal?: AbortSignal
    /** Called repeatedly with the number of entries checked so far. */
    readonly onProgress?: (entries: number) => void
    /** Called with all entries in order, page by page. */
    readonly onEntries?: (entries: readonly StoredEntry[]) => Promise<void>
  } = {},
): Promise<ChainVerdict> {
  const { from = chainStart, entriesMax = Number.POSITIVE_INFINITY } = input
  const walk = createWalk(keyring, from)
  const giveTurn = createTurns()
  let after = from.sequence
  let checked = 0
  for (;;) {
    await giveTurn()
    input.signal?.throwIfAborted()
    const rows = await readStoredEntries(db.longReader, after, rowsAtOnce)
    for (const row of rows) {
      walk.step(row)
      await giveTurn()
    }
    await input.onEntries?.(rows)
    checked += rows.length
    input.onProgress?.(checked)
    const last = rows.at(-1)
    if (last === undefined || checked >= entriesMax) break
    after = last.sequence
  }
  const { faults: found, entries, head } = walk.end()
  const faults = await settleUnlinked(db.longReader, found.slice(0, faultsMax))
  const atHead = input.keptHead && (await compareHead(db.reader, input.keptHead))
  const all = atHead === undefined ? faults : [...faults, atHead]
  return {
    isIntact: all.length === 0,
    entries,
    head,
    isHeadCompared: input.keptHead !== undefined,
    faults: all.slice(0, faultsMax),
  }
}

interface FoundFault extends ChainFault {
  /** Of an entry that does not link to the one before: the hash that it links to. */
  readonly missingHash?: string
}

/** A single pass: checks each entry's own hash, then its link to the entry before. */
function createWalk(keyring: Pick<Keyring, 'macHex'>, from: AuditHead) {
  const faults: FoundFault[] = []
  let entries = 0
  /** The last entry that is unaltered, or edited in its place: the next one must link to it. */
  let before = from
  let last = from
  /** An entry whose own hash is wrong: the next one shows whether it was edited or inserted. */
  let doubtful: StoredEntry | undefined

  function settleDoubt(next: StoredEntry | undefined): void {
    if (doubtful === undefined) return
    const isSkipped = next !== undefined && next.previousHash === before.hash
    faults.push(faultAt(isSkipped ? 'inserted' : 'edited', doubtful))
    if (!isSkipped) before = doubtful
    doubtful = undefined
  }

  return {
    step(row: StoredEntry): void {
      entries += 1
      settleDoubt(row)
      const isSound = row.entry !== undefined && hashOf(keyring, row.entry) === row.hash
      if (!isSound) {
        doubtful = row
      } else {
        const isLinked = row.previousHash === before.hash
        const isCounted = row.sequence === last.sequence + 1
        if (!isLinked) {
          faults.push(
            row.previousHash === chainStart.hash
              ? faultAt('reordered', row)
              : { ...faultAt('deleted', row), missingHash: row.previousHash },
          )
        } else if (!isCounted) {
          faults.push(faultAt('reordered', row))
        }
        before = row
      }
      last = row
    },
    end() {
      settleDoubt(undefined)
      return { faults, entries, head: { sequence: last.sequence, hash: last.hash } }
    },
  }
}

/** An entry that links to none before it was moved if the one it links to is elsewhere in the log. */
async function settleUnlinked(
  db: Reader,
  found: readonly FoundFault[],
): Promise<readonly ChainFault[]> {
  const missing = found.flatMap(({ missingHash = [] }) => missingHash)
  if (missing.length === 0) return found
  const existing = await listExistingHashes(db, missing)
  return found.map(({ missingHash, ...fault }) => {
    const isElsewhere = missingHash !== undefined && existing.has(missingHash)
    return isElsewhere ? { ...fault, kind: 'reordered' } : fault
  })
}

/** Returns the fault that a kept head reveals; undefined if the log contains it. */
export async function compareHead(db: Reader, kept: AuditHead): Promise<ChainFault | undefined> {
  if (kept.sequence === 0) return undefined
  const stored = await findHashAt(db, kept.sequence)
  if (stored === kept.hash) return undefined
  const { sequence } = await findHead(db)
  const kind = sequence < kept.sequence ? 'cut' : 'rewritten'
  return { kind, sequence: Math.min(sequence, kept.sequence), id: undefined }
}

function faultAt(kind: ChainFaultKind, { sequence, id }: StoredEntry): ChainFault {
  return { kind, sequence, id }
}
