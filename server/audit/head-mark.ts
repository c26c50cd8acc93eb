// Keeps the newest head of the audit log in a file of the data folder. A start compares it with the database, so it
// notices a write-ahead log that was deleted, or an old copy of the database that was put in the place of the newer
// one.

import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { type Db, inTransaction, type Reader } from '../db/transaction.ts'
import { type Cancel, toIso } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type AuditHead, fromSystem, printHead } from './audit.ts'
import { findHead } from './audit-head-view.ts'
import { appendHead, readHeads, readLastHead } from './head-file.ts'
import { type AuditNeeds, recordAudit } from './record-audit.ts'
import { compareHead } from './verify-chain.ts'

type DataFolder = Pick<Config, 'dataDir'>

interface MarkNeeds extends AuditNeeds {
  readonly db: Db
  readonly log: Log
  readonly config: DataFolder
}

interface HeadMark {
  /** Writes the mark a last time. */
  stop(): Promise<void>
}

/** What a lost write-ahead log may take without being noticed. */
const writeEveryMs = 2_000

function headMarkFile({ dataDir }: DataFolder): string {
  return join(dataDir, 'audit-head')
}

/** The file that keeps the heads that a start missed, until the operator moves it away. */
export function lostHeadsFile({ dataDir }: DataFolder): string {
  return join(dataDir, 'audit-heads-lost')
}

/**
 * Writes the mark now and, if the head has moved, every two seconds until `stop`. The mark needs no sync: the entry
 * that it names is synced, so a power cut can only leave an older mark, or none.
 * Errors of the file are logged, once until it can be written again.
 */
export async function keepHeadMark(
  needs: Omit<MarkNeeds, 'keyring'> & { readonly node: { readonly id: string } },
): Promise<HeadMark> {
  const { db, clock, log, config, node } = needs
  const file = headMarkFile(config)
  // Of its own, because several nodes may have one data folder.
  const unfinished = `${file}.${node.id}.new`
  let written: string | undefined
  let hasFailed = false
  let isStopped = false
  let cancel: Cancel = () => {}
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    try {
      const head = printHead(await findHead(db.reader))
      if (head === written) return
      await db.synced()
      await writeFile(unfinished, `${toIso(clock.now())} ${head}\n`, { mode: 0o600 })
      await rename(unfinished, file)
      written = head
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error('audit_head_file_failed', { path: file }, error)
      hasFailed = true
      await rm(unfinished, { force: true }).catch(() => undefined)
    }
  }

  function writeSoon(): void {
    cancel = clock.after(writeEveryMs, () => {
      writing = write().then(() => {
        if (!isStopped) writeSoon()
      })
    })
  }

  await removeUnfinished(file, clock.now())
  await write()
  writeSoon()
  return {
    async stop() {
      isStopped = true
      cancel()
      await writing
      await write()
    },
  }
}

/** Writing one takes milliseconds: what is older was left by a process that was killed. */
const unfinishedMsMax = 60_000

async function removeUnfinished(file: string, nowMs: number): Promise<void> {
  const isOne = (name: string) => name.startsWith(`${basename(file)}.`) && name.endsWith('.new')
  for (const name of (await readdir(dirname(file)).catch(() => [])).filter(isOne)) {
    const path = join(dirname(file), name)
    const writtenAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs
    if (nowMs - writtenAt > unfinishedMsMax) await rm(path, { force: true }).catch(() => undefined)
  }
}

/**
 * Call it at a start, before anything writes to the database. Entries that the database had and has no more are
 * logged as an error, recorded in the audit log, and kept in `lostHeadsFile`. The server starts all the same: waiting
 * brings nothing back.
 */
export async function noticeLostEntries(needs: MarkNeeds): Promise<void> {
  const { db, clock, log, config } = needs
  const path = lostHeadsFile(config)
  try {
    const lost = await findUnknownMark(config, db.reader)
    if (lost === undefined) return
    const { head, reason } = lost
    const { sequence, hash } = head
    log.error('audit_log_lost_entries', { reason, sequence, hash, path })
    await appendHead(path, head, clock.now())
    await inTransaction(db, (trx) =>
      recordAudit(needs, trx, {
        by: fromSystem,
        action: 'audit.entries_lost',
        details: { reason, sequence, hash },
      }),
    )
  } catch (error) {
    log.error('audit_head_file_failed', { path }, error)
  }
}

async function findUnknownMark(config: DataFolder, db: Reader) {
  const head = await readLastHead(headMarkFile(config))
  const fault = head && (await compareHead(db, head))
  return head && fault && { head, reason: fault.kind }
}

/** Returns whether the database lacks entries that it had, and the operator has not settled it. */
export async function hasLostEntries(config: DataFolder, db: Reader): Promise<boolean> {
  const isUnsettled = await stat(lostHeadsFile(config)).catch(() => undefined)
  if (isUnsettled !== undefined) return true
  return (await findUnknownMark(config, db).catch(() => undefined)) !== undefined
}

/** Yields the heads in the data folder: those that a start missed, and the mark. */
export async function* readOwnHeads(config: DataFolder): AsyncGenerator<AuditHead> {
  yield* readHeads(lostHeadsFile(config))
  yield* readHeads(headMarkFile(config))
}
