// Row of `provider_jobs`: the names under which one verification is known at the provider. Written
// before the first call and kept, so that a restart never pays for a second check.

import type { ProviderName } from '../providers/provider.ts'

export interface ProviderJobTable {
  verification_id: string
  provider: ProviderName
  job_id: string
  user_id: string
  /** The provider's own id of the check, once it said one. */
  reference: string | null
  /** When the latest upload of the pictures began; written before it does. */
  upload_started_at: number | null
  /** When the provider was known to hold the pictures. */
  submitted_at: number | null
  created_at: number
}
