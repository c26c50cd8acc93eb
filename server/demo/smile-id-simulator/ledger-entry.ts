// An entry of the ledger for tests: how often a job was registered, uploaded and paid for. Holds
// ids, counts and instants; nothing about the person.

import { toIso } from '../../kernel/clock.ts'
import type {
  CallbackRecord,
  JobType,
  OutcomeName,
  SimulatedImageRole,
  SimulatedJob,
} from './job.ts'

export interface LedgerEntry {
  readonly jobId: string
  readonly userId: string
  readonly jobType: JobType
  readonly smileJobId: string
  /** ISO 8601. */
  readonly registeredAt: string
  /** Accepted prep uploads: 1, and 1 for each repeat with `retry`. */
  readonly registrations: number
  /** Zips answered with 200. */
  readonly uploads: number
  /** Sound zips, which cost money. */
  readonly paid: number
  /** Roles of the usable images; absent before the zip is uploaded. */
  readonly images?: readonly SimulatedImageRole[]
  readonly outcome?: OutcomeName
  /** ISO 8601; absent before the zip is uploaded, and where there will be no final result. */
  readonly finalAt?: string
  readonly callbacks: readonly CallbackRecord[]
}

export function toLedgerEntry(job: SimulatedJob): LedgerEntry {
  const { jobId, userId, jobType, smileJobId, registrations, uploads, paid, callbacks } = job
  const registeredAt = toIso(job.registeredAtMs)
  const entry = { jobId, userId, jobType, smileJobId, registeredAt, registrations, uploads, paid }
  const { processing } = job
  if (processing === undefined) return { ...entry, callbacks }
  const { images, outcome, finalAtMs } = processing
  const finalAt = finalAtMs === undefined ? {} : { finalAt: toIso(finalAtMs) }
  return { ...entry, images, outcome, ...finalAt, callbacks }
}
