// Records in the audit log that `svc db compact` wrote the database anew. The command works without the master key,
// which every entry needs, so it leaves a note beside the database, and the next start of the server records it.

import { lchownSync, lstatSync, statSync } from 'node:fs'
import { readFile, rm, truncate } from 'node:fs/promises'
import type { z } from 'zod'
import { appendSynced } from '../audit/append-file.ts'
import { type AuditOrigin, fromCommandLine } from '../audit/audit.ts'
import { auditDetails } from '../audit/audit-details.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { hasCode } from '../kernel/has-code.ts'
import type { Log } from '../kernel/log.ts'
import { tryJson } from '../kernel/try-json.ts'

/** The notes, one a line. Like the database's own files they stay where they are when a backup is restored. */
const notesOf = (databaseFile: string) => `${databaseFile}-compacted`

const note = auditDetails.pick({
  done_at: true,
  os_user: true,
  os_uid: true,
  sudo_user: true,
  login_uid: true,
})

interface Compaction {
  readonly by: AuditOrigin
  readonly atMs: number
}

/**
 * Call it before the rewrite, because a command that is killed may have done it. Returns a function for a rewrite that
 * failed, which takes the note back. If it throws, it leaves no note.
 * @throws AppError `conflict` for a link in place of the notes; errors of the file system
 */
export async function noteCompaction(
  databaseFile: string,
  { by, atMs }: Compaction,
): Promise<() => Promise<void>> {
  const file = notesOf(databaseFile)
  refuseLink(file)
  const bytesBefore = statSync(file, { throwIfNoEntry: false })?.size
  const takeBack = () =>
    bytesBefore === undefined ? rm(file, { force: true }) : truncate(file, bytesBefore)
  try {
    await appendSynced(file, () => `${JSON.stringify({ done_at: atMs, ...by.hostUser })}\n`)
    giveToOwner(file, databaseFile)
  } catch (error) {
    // The first error says why.
    await takeBack().catch(() => undefined)
    throw error
  }
  return takeBack
}

/**
 * Call it at a start. Errors of the file are logged, and its notes wait for the next start. A line that cannot be read
 * is logged and dropped: a full disk or a power cut leaves half of one, before the rewrite that it announces.
 */
export async function recordCompactions(
  needs: AuditNeeds & { readonly db: Db; readonly log: Log },
  databaseFile: string,
): Promise<void> {
  const file = notesOf(databaseFile)
  try {
    const lines = (await readNotes(file))?.split('\n').filter((line) => line !== '')
    if (lines === undefined) return
    const notes = lines.map(parseNote).filter((details) => details !== undefined)
    const unreadable = lines.length - notes.length
    const action = 'database.compacted'
    await inTransaction(needs.db, async (trx) => {
      for (const details of notes) {
        await recordAudit(needs, trx, { by: fromCommandLine, action, details })
      }
    })
    // Killed here, the next start records them again, with the same times.
    await rm(file)
    if (unreadable > 0) {
      needs.log.error('compaction_not_recorded', { path: file, count: unreadable })
    }
  } catch (error) {
    needs.log.error('compaction_not_recorded', { path: file }, error)
  }
}

function parseNote(line: string): z.output<typeof note> | undefined {
  return note.safeParse(tryJson(line)).data
}

async function readNotes(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Root may run the command, in a folder in which the server's user could have made a link to a file of root's. */
function refuseLink(file: string): void {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink) throw new AppError('conflict', `${file} is a link, which svc never makes. Remove it.`)
}

/** Root may run the command; the server must be able to read the notes, as it can the database. */
function giveToOwner(file: string, databaseFile: string): void {
  const { uid, gid } = statSync(databaseFile)
  if (lstatSync(file).uid !== uid) lchownSync(file, uid, gid)
}
