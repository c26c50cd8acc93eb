// The book of jobs: every registration, upload and callback, in memory and (where asked for) in an
// append-only file of JSON lines. An event is in the file before the partner hears of it, so that the
// book of a killed process still proves which job was paid for and how often. What the
// partner stated about the person is in the file sealed or not at all; a picture never is.

import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from 'node:fs'
import type { Job } from './job.ts'
import { applyLedgerEvent, type LedgerEvent } from './ledger-event.ts'
import { type LedgerLines, ledgerLines } from './ledger-lines.ts'

export interface Ledger {
  /** Writes the event to the file, then to memory; returns the job as it now stands. */
  record(event: LedgerEvent): Job
  find(jobId: string): Job | undefined
  /** The job that an upload URL was made for. */
  findByRefId(refId: string): Job | undefined
  /** In order of registration. */
  jobsOfUser(userId: string): readonly Job[]
  /** In order of registration. */
  jobs(): readonly Job[]
  /** How many jobs there are. */
  size(): number
  close(): void
}

/**
 * Opens the book, with everything that `file` already tells; without `file` it lives in memory only.
 * A last line that a crash cut short is dropped: nobody was answered on the strength of it.
 * @param key 32 bytes that seal what was stated about people; without it, that is kept out of the file.
 * @throws Error when the file holds anything else that is not the simulator's.
 */
export function openLedger(file: string | undefined, key: Buffer | undefined): Ledger {
  const book = new Map<string, Job>()
  const jobIdsByRefId = new Map<string, string>()
  const jobIdsByUser = new Map<string, string[]>()

  function take(event: LedgerEvent): Job {
    const job = applyLedgerEvent(book.get(event.jobId), event)
    if (event.event === 'registered') {
      const ofUser = jobIdsByUser.get(job.userId) ?? []
      jobIdsByUser.set(job.userId, [...ofUser, job.jobId])
    }
    if ('refId' in event) jobIdsByRefId.set(event.refId, event.jobId)
    book.set(job.jobId, job)
    return job
  }

  const write = file === undefined ? undefined : openLedgerFile(file, ledgerLines(key), take)
  return {
    record(event) {
      write?.append(event)
      return take(event)
    },
    find: (jobId) => book.get(jobId),
    findByRefId: (refId) => book.get(jobIdsByRefId.get(refId) ?? ''),
    jobsOfUser: (userId) =>
      (jobIdsByUser.get(userId) ?? []).flatMap((jobId) => book.get(jobId) ?? []),
    jobs: () => [...book.values()],
    size: () => book.size,
    close: () => write?.close(),
  }
}

/** Reads what is there, cuts off a torn tail, and stays open for appending (mode 0600). */
function openLedgerFile(file: string, lines: LedgerLines, take: (event: LedgerEvent) => void) {
  const text = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const wholeBytes = text.lastIndexOf('\n') + 1
  for (const line of text.subarray(0, wholeBytes).toString('utf8').split('\n')) {
    if (line !== '') take(lines.read(line))
  }
  const descriptor = openSync(file, 'a', 0o600)
  ftruncateSync(descriptor, wholeBytes)
  let isOpen = true
  return {
    append(event: LedgerEvent) {
      if (!isOpen) throw new Error('The simulator ledger is closed.')
      appendFileSync(descriptor, `${lines.write(event)}\n`)
    },
    close() {
      if (!isOpen) return
      isOpen = false
      closeSync(descriptor)
    },
  }
}
