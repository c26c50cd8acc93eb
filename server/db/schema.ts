// Every table of the database, assembled from the features that own them.

import type { DataKeyTable } from '../data-keys/data-key-table.ts'
import type { EvidenceTable } from '../evidence/evidence-table.ts'
import type { IdempotencyTable } from '../http/idempotency-table.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { ApiKeyTable } from '../keys/key-table.ts'
import type { ProviderJobTable } from '../verifications/provider-job-table.ts'
import type { VerificationTable } from '../verifications/verification-table.ts'
import type { InstanceTable } from './instance.ts'

export interface Schema {
  instance: InstanceTable
  data_keys: DataKeyTable
  api_keys: ApiKeyTable
  idempotency: IdempotencyTable
  verifications: VerificationTable
  provider_jobs: ProviderJobTable
  evidence: EvidenceTable
  jobs: JobTable
}
