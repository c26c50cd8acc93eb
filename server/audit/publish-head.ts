// Publishes the head of the audit log to places that someone who can write to the database cannot reach: the
// program's log and, if configured, a file. Entries cut off at the end are detected by comparing with either.

import type { Config } from '../config.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { AuditHead } from './audit.ts'
import { findHead } from './audit-head-view.ts'
import { appendHead, readLastHead } from './head-file.ts'
import { compareHead } from './verify-chain.ts'

interface PublishHeadNeeds {
  readonly db: Pick<Db, 'reader' | 'synced'>
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'auditHeadFile'>
}

/** A file on another machine may not respond: then only the log has the head, and an error is logged. */
const fileTimeoutMs = 5000

/** Errors of the file are logged and never thrown, so that the server can start and stop. */
export async function publishHead(needs: PublishHeadNeeds): Promise<void> {
  const { log, config, clock } = needs
  const head = await findHead(needs.db.reader)
  await needs.db.synced()
  log.info('audit_head', { sequence: head.sequence, hash: head.hash })
  const { auditHeadFile: file } = config
  if (file === undefined) return
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('the file does not respond'), { code: 'ETIMEDOUT' })
  const cancel = clock.after(fileTimeoutMs, () => reject(late))
  try {
    await Promise.race([keepInFile(needs, file, head), tooLong])
  } catch (error) {
    log.error('audit_head_file_failed', {}, error)
  } finally {
    cancel()
  }
}

/** Logs an error if the audit log no longer contains the last head in the file, then appends the new one. */
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
