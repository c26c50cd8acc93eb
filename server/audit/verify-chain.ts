// Verifies the hash chain of the whole audit log and reports tampering.

import type { Keyring } from '../crypto/keyring.ts'
import type { Db, Reader } from '../db/transaction.ts'
import { createTurns } from '../kernel/turns.ts'
import { type AuditHead, chainStart } from './audit.ts'
import { findHead } from './audit-head-view.ts'
import { findHashAt, hasHash, readStoredEntries, type StoredEntry } from './audit-store.ts'
import { hashOf } from './record-audit.ts'

/**
 * `edited`: an entry was changed. `inserted`: this appliance did not make the entry. `deleted`: entries before
 * this one are missing. `reordered`: the entry was moved. `cut`: the log ends before a kept head. `rewritten`: the
 * log has another entry at a kept head's place.
 */
const chainFaultKinds = ['edited', 'inserted', 'deleted', 'reordered', 'cut', 'rewritten'] as const
export type ChainFaultKind = (typeof chainFaultKinds)[number]

export interface ChainFault {
  readonly kind: ChainFaultKind
  /** The entry at which the fault was detected. */
  readonly sequence: number
  readonly id: string | undefined
}

export interface ChainVerdict {
  readonly isIntact: boolean
  readonly entries: number
  readonly head: AuditHead
  /** Whether a kept head was compared. Without one, entries cut off at the end are not detected. */
  readonly isHeadCompared: boolean
  /** In the order of the log; at most `faultsMax`. */
  readonly faults: readonly ChainFault[]
}

const rowsAtOnce = 250
export const faultsMax = 100

/** @throws the reason of `signal` once that aborts */
export async function verifyChain(
  { db, keyring }: { readonly db: Db; readonly keyring: Pick<Keyring, 'mac'> },
  input: {
    readonly keptHead?: AuditHead | undefined
    readonly signal?: AbortSignal
    /** Called repeatedly with the number of entries checked so far. */
    readonly onProgress?: (entries: number) => void
    /** Called with all entries in order, page by page. */
    readonly onEntries?: (entries: readonly StoredEntry[]) => Promise<void>
  } = {},
): Promise<ChainVerdict> {
  const walk = createWalk(db.reader, keyring)
  const giveTurn = createTurns()
  let after = 0
  let checked = 0
  for (;;) {
    await giveTurn()
    input.signal?.throwIfAborted()
    const rows = await readStoredEntries(db.longReader, after, rowsAtOnce)
    for (const row of rows) {
      await walk.step(row)
      await giveTurn()
    }
    await input.onEntries?.(rows)
    checked += rows.length
    input.onProgress?.(checked)
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.sequence
  }
  const { faults, entries, head } = await walk.end()
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

/** A single pass: checks each entry's own hash, then its link to the entry before. */
function createWalk(db: Reader, keyring: Pick<Keyring, 'mac'>) {
  const faults: ChainFault[] = []
  let entries = 0
  /** The last entry that is unaltered, or edited in its place: the next one must link to it. */
  let before = chainStart
  let last = chainStart
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
    async step(row: StoredEntry): Promise<void> {
      entries += 1
      settleDoubt(row)
      const isSound = row.entry !== undefined && hashOf(keyring, row.entry) === row.hash
      if (!isSound) {
        doubtful = row
      } else {
        const isLinked = row.previousHash === before.hash
        const isCounted = row.sequence === last.sequence + 1
        if (!isLinked) {
          const isElsewhere =
            row.previousHash === chainStart.hash || (await hasHash(db, row.previousHash))
          faults.push(faultAt(isElsewhere ? 'reordered' : 'deleted', row))
        } else if (!isCounted) {
          faults.push(faultAt('reordered', row))
        }
        before = row
      }
      last = row
    },
    async end() {
      settleDoubt(undefined)
      return { faults, entries, head: { sequence: last.sequence, hash: last.hash } }
    },
  }
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
