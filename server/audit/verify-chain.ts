// Goes through the whole audit log and tells what was done to it behind our back.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db, Reader } from '../db/transaction.ts'
import { type AuditHead, chainStart } from './audit.ts'
import { findHashAt, findHead, hasHash, type KeptEntry, readKeptEntries } from './audit-store.ts'
import { hashOf } from './record-audit.ts'

/**
 * `edited`: an entry says something else than when it was made. `inserted`: one that was never made
 * here. `deleted`: entries are missing before this one. `reordered`: it stands in another place.
 * `cut`: the log ends before a head that was kept elsewhere. `rewritten`: it has another entry there.
 */
export const chainFaultKinds = [
  'edited',
  'inserted',
  'deleted',
  'reordered',
  'cut',
  'rewritten',
] as const
export type ChainFaultKind = (typeof chainFaultKinds)[number]

export interface ChainFault {
  readonly kind: ChainFaultKind
  /** Where it shows. */
  readonly sequence: number
  readonly id: string | undefined
}

export interface ChainVerdict {
  readonly isIntact: boolean
  readonly entries: number
  readonly head: AuditHead
  /** Whether a kept head was compared. Without one, entries cut off at the end leave no trace. */
  readonly isHeadCompared: boolean
  /** In the order of the log; at most `faultsMax`. */
  readonly faults: readonly ChainFault[]
}

/** Some five milliseconds of work; others are served between two of them. */
const rowsAtOnce = 250
export const faultsMax = 100

/** @throws the reason of `signal` once that aborts */
export async function verifyChain(
  { db, keyring }: { readonly db: Db; readonly keyring: Pick<Keyring, 'mac'> },
  input: {
    readonly keptHead?: AuditHead | undefined
    readonly signal?: AbortSignal
    /** Told how many entries have been looked at, every now and then. */
    readonly onProgress?: (entries: number) => void
    /** Shown every entry, some at a time, in their order. */
    readonly onEntries?: (entries: readonly KeptEntry[]) => Promise<void>
  } = {},
): Promise<ChainVerdict> {
  const walk = createWalk(db.reader, keyring)
  let after = 0
  let checked = 0
  for (;;) {
    await turnOfTheLoop()
    input.signal?.throwIfAborted()
    const rows = await readKeptEntries(db.reader, after, rowsAtOnce)
    for (const row of rows) await walk.step(row)
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

/** One pass: each entry is judged by itself, then by what stands before it. */
function createWalk(db: Reader, keyring: Pick<Keyring, 'mac'>) {
  const faults: ChainFault[] = []
  let entries = 0
  /** The last entry that is as it was made, or stands where one is that was. */
  let before = chainStart
  let last = chainStart
  /** An entry whose own hash is wrong: what follows tells whether it was edited or put in. */
  let doubtful: KeptEntry | undefined

  function settleDoubt(next: KeptEntry | undefined): void {
    if (doubtful === undefined) return
    const isSkipped = next !== undefined && next.previousHash === before.hash
    faults.push(faultAt(isSkipped ? 'inserted' : 'edited', doubtful))
    if (!isSkipped) before = doubtful
    doubtful = undefined
  }

  return {
    async step(row: KeptEntry): Promise<void> {
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

/** What a head that was kept elsewhere tells of the log. */
export async function compareHead(db: Reader, kept: AuditHead): Promise<ChainFault | undefined> {
  if (kept.sequence === 0) return undefined
  const there = await findHashAt(db, kept.sequence)
  if (there === kept.hash) return undefined
  const { sequence } = await findHead(db)
  const kind = sequence < kept.sequence ? 'cut' : 'rewritten'
  return { kind, sequence: Math.min(sequence, kept.sequence), id: undefined }
}

function faultAt(kind: ChainFaultKind, { sequence, id }: KeptEntry): ChainFault {
  return { kind, sequence, id }
}
