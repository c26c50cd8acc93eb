// The simulator's model of one job: Smile ID's wire format turned into our own types. Pure; the
// ledger stores jobs, everything else reads them.

/** Job types that `POST /v1/upload` accepts; others have their own endpoints (or none). */
export const uploadJobTypes = [1, 2, 4, 6, 11] as const
export type JobType = (typeof uploadJobTypes)[number]

/** Repeated in every result: ids, the job type, and the partner's own fields. */
export interface PartnerParams {
  readonly user_id: string
  readonly job_id: string
  readonly job_type: JobType
  readonly [extra: string]: string | number
}

/** What the partner stated about the person; every field may be missing. */
export interface StatedIdentity {
  readonly country?: string | undefined
  readonly idType?: string | undefined
  readonly idNumber?: string | undefined
  readonly firstName?: string | undefined
  readonly middleName?: string | undefined
  readonly lastName?: string | undefined
  /** As sent, normally YYYY-MM-DD. */
  readonly dateOfBirth?: string | undefined
}

/** The values on a document, where the simulator is given them; dates as YYYY-MM-DD. */
export interface PrintedDocument {
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'F' | 'M'
  readonly idNumber: string
  readonly dateOfBirth: string
  readonly issuedOn: string
  readonly expiresOn: string
}

export const simulatedImageRoles = ['selfie', 'front', 'back', 'liveness'] as const
export type SimulatedImageRole = (typeof simulatedImageRoles)[number]

/** The outcomes of a job. Each has a recipe for job_status and callbacks. */
export const outcomeNames = [
  'approved',
  'provisional_then_approved',
  'provisional_then_declined',
  'provisional_for_ever',
  'declined',
  'declined_document',
  'declined_liveness',
  'other_name_read',
  'document_expired',
  'unreadable',
  'not_accepted',
  'job_failed',
  'contradiction',
  'no_actions',
  'not_applicable',
  'face_not_compared',
  'success_flag_disagrees',
  'unknown_code',
  'unknown_action',
  'nothing_read',
  'fraud_suspected',
  'fraud_found_later',
  'wallet_empty',
  'front_unusable',
  'selfie_unusable',
  'zip_corrupt',
  'package_malformed',
] as const
export type OutcomeName = (typeof outcomeNames)[number]

/** An uploaded zip: its contents, its outcome, and when the results are issued. */
export interface Processing {
  readonly outcome: OutcomeName
  readonly identity: StatedIdentity
  /** Absent where not given: then the stated values are "read", and the rest is invented. */
  readonly document?: PrintedDocument | undefined
  /** Roles of the images in the zip; the images themselves are deleted. */
  readonly images: readonly SimulatedImageRole[]
  /** Instant (ms) from which the upload is known; absent where it was known at once. */
  readonly noticedAtMs?: number | undefined
  /** Instant (ms) of the provisional result, where the outcome has one. */
  readonly provisionalAtMs?: number | undefined
  /** Instant (ms) of the final result; absent where there will never be one. */
  readonly finalAtMs?: number | undefined
}

/** `search`: that of the search for fraud, which comes in a callback alone. */
export const resultStages = ['provisional', 'final', 'search'] as const
export type ResultStage = (typeof resultStages)[number]

/** The outcome of sending one result's callback, so that a restart does not send it again. */
export interface CallbackRecord {
  readonly stage: ResultStage
  readonly attempts: number
  readonly delivered: boolean
}

export interface SimulatedJob {
  readonly jobId: string
  readonly userId: string
  readonly jobType: JobType
  /** Smile ID's own job number: ten digits. */
  readonly smileJobId: string
  readonly partnerParams: PartnerParams
  readonly callbackUrl?: string | undefined
  readonly useEnrolledImage: boolean
  /** What the prep upload stated about the person (only the JavaScript library states it there). */
  readonly identity: StatedIdentity
  readonly registeredAtMs: number
  /** Accepted prep uploads under this job id: the first, and each repeat with `retry`. */
  readonly registrations: number
  /** Zips answered with 200. */
  readonly uploads: number
  /** Zips accepted for checking, which the partner pays for. */
  readonly paid: number
  /** Set by the first zip, which decides the job. */
  readonly processing?: Processing | undefined
  readonly callbacks: readonly CallbackRecord[]
}

/** Whether the job's zip has been noticed, which may take a while after the upload. */
export function isZipNoticed({ processing }: SimulatedJob, nowMs: number): boolean {
  return processing !== undefined && (processing.noticedAtMs ?? 0) <= nowMs
}
