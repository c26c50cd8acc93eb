// Row of `provider_jobs`: the ids that the provider knows one verification by, and how far its check is. The ids are
// written before the first call and never changed, so that a restart does not pay for a second check.

export interface ProviderJobTable {
  verification_id: string
  /** Name of the provider, as its kind has it. */
  provider: string
  job_id: string
  user_id: string
  /** The provider's own id of the check, once known. */
  reference: string | null
  /** When the images were found to decode; no upload begins before. */
  images_decoded_at: number | null
  /** When the latest upload of the images began; written before it begins. */
  upload_started_at: number | null
  /** When the provider confirmed that it has the images. */
  submitted_at: number | null
  /** When it was submitted, or when it was noticed that the clock was ahead then; later by the time of each outage. */
  created_at: number
}
