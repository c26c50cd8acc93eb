// What the simulator knows of one job: the words of Smile ID's wire format turned into types of our own.
// Pure; the ledger keeps these, everything else reads them.

/** Job types that `POST /v1/upload` takes; the others have endpoints of their own (or none). */
export const uploadJobTypes = [1, 2, 4, 6, 11] as const
export type JobType = (typeof uploadJobTypes)[number]

/** Echoed in every result: ids, the job type, and text of the partner's own. */
export interface PartnerParams {
  readonly user_id: string
  readonly job_id: string
  readonly job_type: JobType
  readonly [extra: string]: string | number
}

/** What the partner said about the person; every part of it may be missing. */
export interface StatedIdentity {
  readonly country?: string | undefined
  readonly idType?: string | undefined
  readonly idNumber?: string | undefined
  readonly firstName?: string | undefined
  readonly middleName?: string | undefined
  readonly lastName?: string | undefined
  /** As it was sent, normally YYYY-MM-DD. */
  readonly dateOfBirth?: string | undefined
}

/** What stands on a document, where the simulator is told; dates as YYYY-MM-DD. */
export interface PrintedDocument {
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'F' | 'M'
  readonly idNumber: string
  readonly dateOfBirth: string
  readonly issuedOn: string
  readonly expiresOn: string
}

export const pictureRoles = ['selfie', 'front', 'back', 'liveness'] as const
export type PictureRole = (typeof pictureRoles)[number]

/** How a job ends. Each has a recipe for what job_status and callbacks then say. */
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
  'wallet_empty',
  'front_unusable',
  'selfie_unusable',
  'zip_corrupt',
  'package_malformed',
] as const
export type OutcomeName = (typeof outcomeNames)[number]

/** A zip that arrived, what was in it, and what will be said about it when. */
export interface Processing {
  readonly outcome: OutcomeName
  readonly identity: StatedIdentity
  /** Absent where nobody knows: then what was stated is "read", and the rest is made up. */
  readonly document?: PrintedDocument | undefined
  /** The pictures that came; the pictures themselves are gone. */
  readonly pictures: readonly PictureRole[]
  /** Instant (ms) from which it is known that the zip is in; absent where it was known at once. */
  readonly noticedAtMs?: number | undefined
  /** Instant (ms) of the provisional result, where the outcome has one. */
  readonly provisionalAtMs?: number | undefined
  /** Instant (ms) of the final result; absent where none will ever come. */
  readonly finalAtMs?: number | undefined
}

export type ResultStage = 'provisional' | 'final'

/** How the telling of one result ended, so that a restart does not tell it again. */
export interface CallbackRecord {
  readonly stage: ResultStage
  readonly attempts: number
  readonly delivered: boolean
}

export interface Job {
  readonly jobId: string
  readonly userId: string
  readonly jobType: JobType
  /** Smile ID's own number of the job: ten digits. */
  readonly smileJobId: string
  readonly partnerParams: PartnerParams
  readonly callbackUrl?: string | undefined
  readonly useEnrolledImage: boolean
  /** What the prep upload said of the person (only the JavaScript library says it there). */
  readonly identity: StatedIdentity
  readonly registeredAtMs: number
  /** Prep uploads accepted under this job id: the first, and each repeat with `retry`. */
  readonly registrations: number
  /** Zips answered with 200. */
  readonly uploads: number
  /** Zips taken up for checking: what the partner pays for. */
  readonly paid: number
  /** Present from the first zip on; that zip decides. */
  readonly processing?: Processing | undefined
  readonly callbacks: readonly CallbackRecord[]
}

/** Whether the simulator knows that the job has a zip: for a while after the upload it may not. */
export function isZipNoticed({ processing }: Job, nowMs: number): boolean {
  return processing !== undefined && (processing.noticedAtMs ?? 0) <= nowMs
}
