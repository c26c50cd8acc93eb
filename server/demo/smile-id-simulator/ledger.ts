// The ledger of jobs: every registration, upload and callback, in memory and (if configured) in an
// append-only file of JSON lines. An event is in the file before the partner is answered, so that
// the ledger of a killed process still proves which job was paid for and how often. What the
// partner stated about the person is encrypted in the file or left out; images are never in it.

import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from 'node:fs'
import type { SimulatedJob } from './job.ts'
import { applyLedgerEvent, type LedgerEvent } from './ledger-event.ts'
import { type LedgerLines, ledgerLines } from './ledger-lines.ts'

export interface Ledger {
  /** Writes the event to the file, then to memory; returns the changed job. */
  record(event: LedgerEvent): SimulatedJob
  find(jobId: string): SimulatedJob | undefined
  /** Returns the job of an upload URL. */
  findByRefId(refId: string): SimulatedJob | undefined
  /** In order of registration. */
  jobsOfUser(userId: string): readonly SimulatedJob[]
  /** In order of registration. */
  jobs(): readonly SimulatedJob[]
  size(): number
  close(): void
}

/**
 * Opens the ledger with the events in `file`; without `file` it is in memory only. A last line that
 * a crash cut short is dropped, because no request was answered after it.
 * @param key 32 bytes that encrypt what was stated about people; without it, that is left out of
 * the file
 * @throws Error when the file holds anything else that is not the simulator's
 */
export function openLedger(file: string | undefined, key: Buffer | undefined): Ledger {
  const jobs = new Map<string, SimulatedJob>()
  const jobIdsByRefId = new Map<string, string>()
  const jobIdsByUser = new Map<string, string[]>()

  function apply(event: LedgerEvent): SimulatedJob {
    const job = applyLedgerEvent(jobs.get(event.jobId), event)
    if (event.event === 'registered') {
      const ofUser = jobIdsByUser.get(job.userId) ?? []
      jobIdsByUser.set(job.userId, [...ofUser, job.jobId])
    }
    if ('refId' in event) jobIdsByRefId.set(event.refId, event.jobId)
    jobs.set(job.jobId, job)
    return job
  }

  const write = file === undefined ? undefined : openLedgerFile(file, ledgerLines(key), apply)
  return {
    record(event) {
      write?.append(event)
      return apply(event)
    },
    find: (jobId) => jobs.get(jobId),
    findByRefId: (refId) => jobs.get(jobIdsByRefId.get(refId) ?? ''),
    jobsOfUser: (userId) =>
      (jobIdsByUser.get(userId) ?? []).flatMap((jobId) => jobs.get(jobId) ?? []),
    jobs: () => [...jobs.values()],
    size: () => jobs.size,
    close: () => write?.close(),
  }
}

/** Reads the file, cuts off an incomplete last line, and stays open for appending (mode 0600). */
function openLedgerFile(file: string, lines: LedgerLines, apply: (event: LedgerEvent) => void) {
  const text = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const wholeBytes = text.lastIndexOf('\n') + 1
  for (const line of text.subarray(0, wholeBytes).toString('utf8').split('\n')) {
    if (line !== '') apply(lines.read(line))
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
