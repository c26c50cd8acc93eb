// Every table of the database, assembled from the features that own them.

import type { ApprovalTable } from '../approvals/approval-table.ts'
import type { AuditOnceTable, AuditTable } from '../audit/audit-table.ts'
import type { DataKeyTable } from '../data-keys/data-key-table.ts'
import type { EventTable } from '../events/event-table.ts'
import type { EvidenceTable } from '../evidence/evidence-table.ts'
import type { StoredImagesTable } from '../evidence/stored-images-table.ts'
import type { IdempotencyTable } from '../http/idempotency-table.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { ApiKeyTable } from '../keys/key-table.ts'
import type { AttestationDueTable } from '../operations/attestation-table.ts'
import type { AuditCopyTable } from '../operations/audit-copy-table.ts'
import type { SettingDigestTable } from '../operations/setting-digest-table.ts'
import type { OutboundTable } from '../outbound/outbound-table.ts'
import type { ReviewEntryTable, ReviewTable, WaitingCauseTable } from '../reviews/review-table.ts'
import type { ScoreTable } from '../scoring/score-table.ts'
import type {
  AccountNoticeTable,
  KnownPlaceTable,
  StaffAttemptTable,
  StaffLinkTable,
  StaffMemberTable,
  StaffPasskeyTable,
  StaffRecoveryCodeTable,
  StaffSessionTable,
} from '../staff/staff-table.ts'
import type {
  UsageDayCheckTable,
  UsageDifferenceTable,
  UsageRecountTable,
} from '../usage/recount-table.ts'
import type { UsageSumTable } from '../usage/sum-table.ts'
import type { UsageEventTable } from '../usage/usage-table.ts'
import type { LiveDayTable } from '../verifications/live-day-table.ts'
import type { ProviderJobTable } from '../verifications/provider-job-table.ts'
import type { VerificationMarkTable } from '../verifications/verification-mark-table.ts'
import type {
  VerificationSumTable,
  VerificationTimeTable,
} from '../verifications/verification-sum-table.ts'
import type { VerificationTable } from '../verifications/verification-table.ts'
import type { AlertTable } from '../webhooks/alert-table.ts'
import type { AttemptTable } from '../webhooks/attempt-table.ts'
import type { DeliveryTable } from '../webhooks/delivery-table.ts'
import type { WebhookTable } from '../webhooks/webhook-table.ts'
import type { InstanceTable } from './instance.ts'

export interface Schema {
  instance: InstanceTable
  data_keys: DataKeyTable
  api_keys: ApiKeyTable
  idempotency: IdempotencyTable
  verifications: VerificationTable
  verification_sums: VerificationSumTable
  verification_times: VerificationTimeTable
  live_days: LiveDayTable
  stored_images: StoredImagesTable
  verification_marks: VerificationMarkTable
  scores: ScoreTable
  provider_jobs: ProviderJobTable
  evidence: EvidenceTable
  jobs: JobTable
  events: EventTable
  webhooks: WebhookTable
  webhook_deliveries: DeliveryTable
  webhook_attempts: AttemptTable
  webhook_alerts: AlertTable
  outbound_calls: OutboundTable
  usage_events: UsageEventTable
  usage_sums: UsageSumTable
  usage_recount: UsageRecountTable
  usage_day_checks: UsageDayCheckTable
  usage_differences: UsageDifferenceTable
  audit_entries: AuditTable
  approvals: ApprovalTable
  audit_once: AuditOnceTable
  audit_copy: AuditCopyTable
  attestation_due: AttestationDueTable
  setting_digests: SettingDigestTable
  staff_members: StaffMemberTable
  staff_passkeys: StaffPasskeyTable
  staff_recovery_codes: StaffRecoveryCodeTable
  staff_sessions: StaffSessionTable
  staff_links: StaffLinkTable
  staff_attempts: StaffAttemptTable
  account_notices: AccountNoticeTable
  known_places: KnownPlaceTable
  reviews: ReviewTable
  review_entries: ReviewEntryTable
  waiting_causes: WaitingCauseTable
}
