// The type of the database: every table, imported from the feature that owns it.

import type { IdempotencyTable } from '../api/idempotency/idempotency-table.ts'
import type { RateWindowTable } from '../api/rate-limits/rate-window-table.ts'
import type { ApprovalTable } from '../approvals/approval-table.ts'
import type { AuditOnceTable, AuditTable } from '../audit/audit-table.ts'
import type { BackupLeaseTable, BackupRunTable } from '../backup/backup-run-table.ts'
import type { RestoredCopyTable } from '../backup/restored-copy-table.ts'
import type { DataKeyTable } from '../data-keys/data-key-table.ts'
import type {
  KeyRotationTable,
  MasterKeyTable,
  PurposeKeyTable,
} from '../data-keys/purpose-key-table.ts'
import type { AttemptTable } from '../deliveries/attempt-table.ts'
import type { DeliveryTable } from '../deliveries/delivery-table.ts'
import type { EndpointLeaseTable } from '../deliveries/endpoint-lease-table.ts'
import type { OutboundTable } from '../egress/outbound-table.ts'
import type { OutgoingPauseTable } from '../egress/outgoing-pause-table.ts'
import type {
  CertificateKeyTable,
  ErasureCertificateTable,
  ErasureStepTable,
  ErasureTable,
} from '../erasure/erasure-table.ts'
import type { LegalHoldTable, RelationshipEndTable } from '../erasure/hold-table.ts'
import type { RetentionRunTable } from '../erasure/retention-run-table.ts'
import type { SubjectExportTable } from '../erasure/subject-export-table.ts'
import type { EventTable } from '../events/event-table.ts'
import type { ImageTable } from '../images/storage/image-table.ts'
import type { StoredImagesTable } from '../images/storage/stored-images-table.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { ApiKeyTable } from '../keys/key-table.ts'
import type { NodeTable } from '../nodes/node-table.ts'
import type { ScheduledRunTable } from '../nodes/scheduled-run-table.ts'
import type { AuditCopyTable } from '../operations/second-systems/audit-copy-table.ts'
import type { SettingDigestTable } from '../operations/setting-digest-table.ts'
import type { ReviewDecisionTable } from '../reviews/decision-table.ts'
import type { QualityCheckTable } from '../reviews/quality/quality-table.ts'
import type {
  ReviewEntryTable,
  ReviewNoticeTable,
  ReviewTable,
  WaitingCauseTable,
} from '../reviews/review-table.ts'
import type { SavedFilterTable } from '../saved-filters/saved-filter-table.ts'
import type { ScoreTable } from '../scoring/score-table.ts'
import type { UsageDifferenceTable, UsageRecountTable } from '../usage/recount-table.ts'
import type { UsageCounterTable } from '../usage/usage-counter-table.ts'
import type { UsageEventTable } from '../usage/usage-table.ts'
import type { DirectoryVisitTable } from '../users/directory/directory-visit-table.ts'
import type {
  AccountNoticeTable,
  KnownPlaceTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  SignInAttemptTable,
  StaffUserTable,
  UserLinkTable,
} from '../users/user-table.ts'
import type { FaceComparisonTable } from '../verifications/face/face-comparison-table.ts'
import type {
  VerificationCodeCounterTable,
  VerificationCounterTable,
  VerificationTimeTable,
} from '../verifications/figures/verification-counter-table.ts'
import type { LateResultsTable } from '../verifications/late/late-results-table.ts'
import type { LiveDayTable } from '../verifications/live-limits/live-day-table.ts'
import type { NameIndexingTable, VerificationNameTable } from '../verifications/names/name-table.ts'
import type { ProviderJobTable } from '../verifications/provider-job/provider-job-table.ts'
import type { VerificationTable } from '../verifications/verification-table.ts'
import type { VerificationTagTable } from '../verifications/verification-tag-table.ts'
import type { ZoneReadingTable } from '../verifications/zone/zone-reading-table.ts'
import type { AlertTable } from '../webhooks/alert-table.ts'
import type { WebhookTable } from '../webhooks/webhook-table.ts'
import type { DatabaseMoveTable } from './database-move-table.ts'
import type { InstanceTable } from './instance-table.ts'

export interface Schema {
  instance: InstanceTable
  database_move: DatabaseMoveTable
  data_keys: DataKeyTable
  master_keys: MasterKeyTable
  purpose_keys: PurposeKeyTable
  key_rotations: KeyRotationTable
  api_keys: ApiKeyTable
  idempotency: IdempotencyTable
  rate_windows: RateWindowTable
  verifications: VerificationTable
  verification_counters: VerificationCounterTable
  verification_times: VerificationTimeTable
  verification_code_counters: VerificationCodeCounterTable
  live_days: LiveDayTable
  stored_images: StoredImagesTable
  verification_tags: VerificationTagTable
  verification_names: VerificationNameTable
  name_indexing: NameIndexingTable
  scores: ScoreTable
  provider_jobs: ProviderJobTable
  zone_readings: ZoneReadingTable
  face_comparisons: FaceComparisonTable
  late_results: LateResultsTable
  images: ImageTable
  nodes: NodeTable
  scheduled_runs: ScheduledRunTable
  jobs: JobTable
  events: EventTable
  webhooks: WebhookTable
  webhook_deliveries: DeliveryTable
  webhook_leases: EndpointLeaseTable
  webhook_attempts: AttemptTable
  webhook_alerts: AlertTable
  outbound_calls: OutboundTable
  backup_runs: BackupRunTable
  backup_lease: BackupLeaseTable
  outgoing_pause: OutgoingPauseTable
  restored_copy: RestoredCopyTable
  usage_events: UsageEventTable
  usage_counters: UsageCounterTable
  usage_recount: UsageRecountTable
  usage_differences: UsageDifferenceTable
  audit_entries: AuditTable
  approvals: ApprovalTable
  audit_once: AuditOnceTable
  audit_copy: AuditCopyTable
  setting_digests: SettingDigestTable
  users: StaffUserTable
  passkeys: PasskeyTable
  recovery_codes: RecoveryCodeTable
  sessions: SessionTable
  directory_visits: DirectoryVisitTable
  user_links: UserLinkTable
  sign_in_attempts: SignInAttemptTable
  account_notices: AccountNoticeTable
  known_places: KnownPlaceTable
  reviews: ReviewTable
  review_entries: ReviewEntryTable
  waiting_causes: WaitingCauseTable
  review_decisions: ReviewDecisionTable
  quality_checks: QualityCheckTable
  review_notices: ReviewNoticeTable
  saved_filters: SavedFilterTable
  erasures: ErasureTable
  erasure_steps: ErasureStepTable
  erasure_certificates: ErasureCertificateTable
  certificate_keys: CertificateKeyTable
  legal_holds: LegalHoldTable
  relationship_ends: RelationshipEndTable
  subject_exports: SubjectExportTable
  retention_run: RetentionRunTable
}
