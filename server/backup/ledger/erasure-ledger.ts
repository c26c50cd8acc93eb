// Writes the ledger of erased verifications beside the backups, which a restore repeats. It is read and written piece
// by piece, with turns for the event loop in between.

import type { AuditNeeds } from '../../audit/record-audit.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db, Reader } from '../../db/transaction.ts'
import { readErasureIds, readLedger } from '../../erasure/read-ledger.ts'
import { toIso } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { createTurns } from '../../kernel/turns.ts'
import { BackupError } from '../backup-error.ts'
import { erasureFile, unprovenFile } from '../backup-format.ts'
import { enterPlace } from '../enter-place.ts'
import { openTarget } from '../places/backup-place.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import type { BackupPlace } from '../places/place-address.ts'
import { isEntry, ledgerAt } from './erasure-lines.ts'
import {
  createLedgerDigest,
  createLedgerJudge,
  isSameDigest,
  type LedgerJudgement,
} from './judge-ledger.ts'
import { isProofOf, proofLine } from './ledger-proof.ts'

interface LedgerNeeds extends AuditNeeds {
  readonly db: Db
  readonly log: Log
  readonly keyring: Keyring
}

/** About as long is an entry. */
const entryBytes = 1_000

/** Adds this installation's erasures to the ledger at the place; entries that are proven stay. */
export async function writeErasures(needs: LedgerNeeds, place: BackupPlace): Promise<void> {
  const own = await ownErasures(needs.db.reader)
  if (own.size === 0) return
  // A restore would erase what the ledger names.
  await needs.db.synced()
  const target = await openTarget(place)
  try {
    // A restored copy that is a trial must not write its erasures to the ledger of the installation.
    await enterPlace(needs, target)
    const known = await readKnown(needs, target, own)
    const missing = own.size - known.found.count
    if (missing === 0 && known.all.entries === known.proven.entries) return
    await keepForeign(needs, target, known)
    const bytesExpected = known.bytes + missing * entryBytes
    await target.write(erasureFile, newLedger(needs, target, known), bytesExpected)
  } finally {
    await target.close()
  }
}

/** This installation's erasures, by their ids: where each stands among them. */
type OwnErasures = ReadonlyMap<string, number>

async function ownErasures(db: Reader): Promise<OwnErasures> {
  const turn = createTurns()
  const own = new Map<string, number>()
  for await (const ids of readErasureIds(db)) {
    for (const id of ids) own.set(id, own.size)
    await turn()
  }
  return own
}

/** Those of them that are found. Places and no ids, which would keep all text that they were read from in memory. */
function createFound(own: OwnErasures) {
  const isFound = new Uint8Array(own.size)
  let count = 0
  return {
    get count() {
      return count
    },
    add(place: number): void {
      if (place === nowhere || isFound[place] === 1) return
      isFound[place] = 1
      count += 1
    },
    has: (id: string): boolean => isFound[own.get(id) ?? nowhere] === 1,
  }
}

const nowhere = -1

interface KnownLedger extends LedgerJudgement {
  readonly bytes: number
  /** Own erasures among the proven entries. */
  readonly found: ReturnType<typeof createFound>
  /** Number of entries that are neither proven nor of this installation. */
  readonly foreign: number
}

async function readKnown(
  { keyring }: LedgerNeeds,
  target: BackupTarget,
  own: OwnErasures,
): Promise<KnownLedger> {
  const judge = createLedgerJudge((proof) => isProofOf(keyring, proof))
  const found = createFound(own)
  /** Places of the entries below the last proof. */
  let below: number[] = []
  let bytes = 0
  for await (const lines of ledgerAt(target)) {
    for (const line of lines) {
      bytes += line.length + 1
      if (!judge.take(line)) {
        if (isEntry(line)) below.push(own.get(idOf(line)) ?? nowhere)
        continue
      }
      for (const place of below) found.add(place)
      below = []
    }
  }
  const foreign = below.filter((place) => place === nowhere).length
  return { ...judge.judgement(), bytes, found, foreign }
}

/** We write the id of an entry first; any other line is none of ours. */
function idOf(line: string): string {
  return /^\{"id":"(\w{1,40})"/.exec(line)?.[1] ?? ''
}

/** Copies a ledger with entries that nobody vouches for: they may be of another copy of the installation, or forged. */
async function keepForeign(
  { clock, log }: LedgerNeeds,
  target: BackupTarget,
  { foreign, bytes }: KnownLedger,
): Promise<void> {
  if (foreign === 0) return
  await target.write(unprovenFile(toIso(clock.now())), copied(target.read(erasureFile)), bytes)
  log.warn('erasures_unproven', { count: foreign })
}

/** A piece that is read is overwritten earlier than a piece that is written may be. */
async function* copied(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function* newLedger(
  { keyring, db }: LedgerNeeds,
  target: BackupTarget,
  { proven, found }: KnownLedger,
): AsyncGenerator<Buffer> {
  const digest = createLedgerDigest()
  const add = (lines: readonly string[]): Buffer => {
    for (const line of lines) digest.add(line)
    return Buffer.from(lines.map((line) => `${line}\n`).join(''))
  }
  for await (const lines of ledgerAt(target)) {
    yield add(lines.filter(isEntry).slice(0, proven.entries - digest.value().entries))
  }
  // Whoever writes to the place could have changed it since it was judged.
  if (!isSameDigest(digest.value(), proven)) {
    throw new BackupError('damaged', 'The ledger of erasures was changed while it was read.')
  }
  const turn = createTurns()
  for await (const entries of readLedger(db.reader)) {
    const missing = entries.filter(({ id }) => !found.has(id))
    yield add(missing.map((entry) => JSON.stringify(entry)))
    await turn()
  }
  yield Buffer.from(`${proofLine(keyring, digest.value())}\n`)
}
