// The events in the ledger file, and how each changes a job. A job is built from its events, so
// that a process killed at any moment restores its jobs from the file. Pure.

import { z } from 'zod'
import type { JobType, SimulatedJob } from './job.ts'
import { outcomeNames, resultStages, simulatedImageRoles, uploadJobTypes } from './job.ts'

const jobType = z
  .number()
  .refine((value): value is JobType => uploadJobTypes.some((known) => known === value))

const partnerParams = z
  .object({ user_id: z.string(), job_id: z.string(), job_type: jobType })
  .catchall(z.union([z.string(), z.number()]))

/** Empty where it was not stored (`ledger-lines.ts`). */
const identity = z
  .object({
    country: z.string().optional(),
    idType: z.string().optional(),
    idNumber: z.string().optional(),
    firstName: z.string().optional(),
    middleName: z.string().optional(),
    lastName: z.string().optional(),
    dateOfBirth: z.string().optional(),
  })
  .default({})

/** Like `identity`, because it holds the same personal data. */
const printedDocument = z.object({
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(['F', 'M']),
  idNumber: z.string(),
  dateOfBirth: z.string(),
  issuedOn: z.string(),
  expiresOn: z.string(),
})

const ledgerEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('registered'),
    atMs: z.number(),
    jobId: z.string(),
    partnerParams,
    smileJobId: z.string(),
    /** The unguessable part of the upload URL's path. */
    refId: z.string(),
    callbackUrl: z.string().optional(),
    useEnrolledImage: z.boolean(),
    identity,
  }),
  z.object({
    event: z.literal('registered_again'),
    atMs: z.number(),
    jobId: z.string(),
    refId: z.string(),
  }),
  z.object({
    event: z.literal('uploaded'),
    atMs: z.number(),
    jobId: z.string(),
    paid: z.boolean(),
    processing: z.object({
      outcome: z.enum(outcomeNames),
      identity,
      document: printedDocument.optional(),
      images: z.array(z.enum(simulatedImageRoles)),
      noticedAtMs: z.number().optional(),
      provisionalAtMs: z.number().optional(),
      finalAtMs: z.number().optional(),
    }),
  }),
  z.object({
    event: z.literal('callback'),
    atMs: z.number(),
    jobId: z.string(),
    stage: z.enum(resultStages),
    attempts: z.number(),
    delivered: z.boolean(),
  }),
])

export type LedgerEvent = z.infer<typeof ledgerEvent>

/**
 * @throws Error for anything that is not a ledger event, without quoting it, because it may hold a
 * name
 */
export function parseLedgerEvent(json: unknown): LedgerEvent {
  const parsed = ledgerEvent.safeParse(json)
  if (!parsed.success) throw new Error('The simulator ledger holds a line that it did not write.')
  return parsed.data
}

/** Returns the job after the event. `job` is undefined exactly for `registered`. */
export function applyLedgerEvent(job: SimulatedJob | undefined, event: LedgerEvent): SimulatedJob {
  if (event.event === 'registered') return newJob(event)
  if (job === undefined) throw new Error(`The simulator ledger has no job for a ${event.event}.`)
  switch (event.event) {
    case 'registered_again':
      return { ...job, registrations: job.registrations + 1 }
    case 'uploaded':
      return {
        ...job,
        uploads: job.uploads + 1,
        paid: job.paid + (event.paid ? 1 : 0),
        processing: job.processing ?? event.processing,
      }
    case 'callback': {
      const { stage, attempts, delivered } = event
      return { ...job, callbacks: [...job.callbacks, { stage, attempts, delivered }] }
    }
  }
}

function newJob(event: Extract<LedgerEvent, { event: 'registered' }>): SimulatedJob {
  return {
    jobId: event.jobId,
    userId: event.partnerParams.user_id,
    jobType: event.partnerParams.job_type,
    smileJobId: event.smileJobId,
    partnerParams: event.partnerParams,
    callbackUrl: event.callbackUrl,
    useEnrolledImage: event.useEnrolledImage,
    identity: event.identity,
    registeredAtMs: event.atMs,
    registrations: 1,
    uploads: 0,
    paid: 0,
    callbacks: [],
  }
}
