// One line of the ledger as a test reads it: how often a job was registered, uploaded and paid for. Holds
// ids, counts and instants; nothing about the person.

import { toIso } from '../../kernel/clock.ts'
import type { CallbackRecord, Job, JobType, OutcomeName, PictureRole } from './job.ts'

export interface LedgerEntry {
  readonly jobId: string
  readonly userId: string
  readonly jobType: JobType
  readonly smileJobId: string
  /** ISO 8601. */
  readonly registeredAt: string
  /** Prep uploads accepted: 1, and 1 for each repeat with `retry`. */
  readonly registrations: number
  /** Zips answered with 200. */
  readonly uploads: number
  /** Zips that were sound and so cost money. */
  readonly paid: number
  /** Roles of the usable pictures, once the zip is in. */
  readonly pictures?: readonly PictureRole[]
  readonly outcome?: OutcomeName
  /** ISO 8601; absent before the zip is in, and where no final result will come. */
  readonly finalAt?: string
  readonly callbacks: readonly CallbackRecord[]
}

export function toLedgerEntry(job: Job): LedgerEntry {
  const { jobId, userId, jobType, smileJobId, registrations, uploads, paid, callbacks } = job
  const registeredAt = toIso(job.registeredAtMs)
  const entry = { jobId, userId, jobType, smileJobId, registeredAt, registrations, uploads, paid }
  const { processing } = job
  if (processing === undefined) return { ...entry, callbacks }
  const { pictures, outcome, finalAtMs } = processing
  const finalAt = finalAtMs === undefined ? {} : { finalAt: toIso(finalAtMs) }
  return { ...entry, pictures, outcome, ...finalAt, callbacks }
}
