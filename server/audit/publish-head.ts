// Tells the head of the audit log to places that who writes to the database cannot reach: the program's log, and a
// file where one is set. Entries cut off at the end show against any of them.

import type { Config } from '../config.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { AuditHead } from './audit.ts'
import { findHead } from './audit-store.ts'
import { appendHead, readLastHead } from './head-file.ts'
import { compareHead } from './verify-chain.ts'

export interface PublishHeadNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'auditHeadFile'>
}

/** A file on another machine may not answer: then the log alone has the head, and says so. */
export const fileTimeoutMs = 5000

/** Never throws for the file's sake: the server goes on, or stops, and the log tells. */
export async function publishHead(needs: PublishHeadNeeds): Promise<void> {
  const { log, config, clock } = needs
  const head = await findHead(needs.db.reader)
  log.info('audit_head', { sequence: head.sequence, hash: head.hash })
  const { auditHeadFile: file } = config
  if (file === undefined) return
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('the file does not answer'), { code: 'ETIMEDOUT' })
  const cancel = clock.after(fileTimeoutMs, () => reject(late))
  try {
    await Promise.race([keepInFile(needs, file, head), tooLong])
  } catch (error) {
    log.error('audit_head_file_failed', {}, error)
  } finally {
    cancel()
  }
}

/** Where the log no longer holds what was kept an hour ago, somebody has to hear of it now. */
async function keepInFile(
  { db, clock, log }: PublishHeadNeeds,
  file: string,
  head: AuditHead,
): Promise<void> {
  const last = await readLastHead(file)
  const fault = last && (await compareHead(db.reader, last))
  if (last && fault) {
    const reason = fault.kind
    log.error('audit_log_lost_entries', { reason, sequence: last.sequence, hash: last.hash })
  }
  await appendHead(file, head, clock.now())
}
