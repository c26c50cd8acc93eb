// Tables of the verifications: what clients submit, the images, the results and the counters.

import {
  blobColumn,
  integerColumn,
  realColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const verificationTables: readonly TableDefinition[] = [
  // A row is the wrapped key that encrypts the personal data of one verification.
  table('data_keys', {
    subject_id: textColumn.key,
    wrapping_key_id: textColumn,
    wrapped: blobColumn,
    created_at: integerColumn,
  }).clustered(),

  // A row is a verification that a client submitted.
  table('verifications', {
    id: textColumn.key,
    environment: textColumn,
    api_key_id: textColumn,
    external_ref: textColumn.nullable,
    country: textColumn,
    id_type: textColumn,
    status: textColumn,
    scoring: textColumn.default('not_requested'),
    claims: blobColumn,
    id_number_index: blobColumn.nullable,
    number_birth_date_index: blobColumn.nullable,
    number_name_index: blobColumn.nullable,
    provider_answer: blobColumn.nullable,
    result_code: textColumn.nullable,
    reasons: textColumn,
    checks: textColumn,
    findings: textColumn,
    created_at: integerColumn,
    completed_at: integerColumn.nullable,
  })
    // The list has one index for each filter. Its pages are ordered by the id, so each index ends with it.
    .index(['environment', 'id'])
    .index(['environment', 'status', 'id'])
    .index(['environment', 'country', 'id'])
    .index(['environment', 'id_type', 'id'])
    .index(['environment', { expression: 'lower(external_ref)' }, 'id'], {
      name: 'verifications_by_environment_external_ref_id',
      where: 'external_ref is not null',
    })
    // The last characters of an id, which lists show.
    .index([{ expression: 'substr(id, 27)' }], { name: 'verifications_by_end_of_id' })
    // Without it, SQLite would scan row by row for combinations of filters that rarely match.
    .index(['environment', 'status', 'country', 'id_type', 'id'], {
      name: 'verifications_by_status_country_id_type_id',
    })
    .index(['environment', 'id_number_index', 'id'], {
      name: 'verifications_by_document_number',
      where: 'id_number_index is not null',
    })
    .index(['environment', 'id'], {
      name: 'verifications_scoring_skipped',
      where: "scoring = 'skipped'",
    })
    .index(['api_key_id'], {
      name: 'verifications_pending_of_key',
      where: "environment = 'live' and status = 'pending'",
    }),

  // A row is the job at the provider that checks one verification.
  table('provider_jobs', {
    verification_id: textColumn.key.references('verifications'),
    provider: textColumn,
    job_id: textColumn.unique,
    user_id: textColumn,
    reference: textColumn.nullable,
    images_decoded_at: integerColumn.nullable,
    created_at: integerColumn,
    upload_started_at: integerColumn.nullable,
    submitted_at: integerColumn.nullable,
  }).index(['user_id']),

  // A row is what was read in the machine-readable zone of a verification's document, or why nothing was.
  table('zone_readings', {
    verification_id: textColumn.key.references('verifications'),
    outcome: textColumn,
    side: textColumn.nullable,
    corners: textColumn.nullable,
    zone: blobColumn.nullable,
    read_at: integerColumn,
  }),

  // A row is what the bank's own face model says of a verification's document and selfie, or why it says nothing.
  table('face_comparisons', {
    verification_id: textColumn.key.references('verifications'),
    outcome: textColumn,
    advice: blobColumn.nullable,
    compared_at: integerColumn,
  }),

  // A row is what the provider said of a verification beside or after its final answer.
  table('late_results', {
    verification_id: textColumn.key.references('verifications'),
    finding: textColumn.nullable,
    results: blobColumn,
    received_at: integerColumn,
  }),

  // A row is a reason or a score band of a verification, which the list filters by.
  table('verification_tags', {
    environment: textColumn,
    tag: textColumn,
    verification_id: textColumn.references('verifications'),
  }).key('environment', 'tag', 'verification_id'),

  // A row is the keyed digest of the name of a verification. There are none unless search by name is on.
  table('verification_names', {
    environment: textColumn,
    digest: blobColumn,
    verification_id: textColumn.references('verifications'),
  })
    .key('environment', 'digest', 'verification_id')
    .clustered()
    .index(['verification_id']),

  // The one row says up to which verification the names of older ones are indexed.
  table('name_indexing', {
    only: integerColumn.key.always(1),
    indexed_to: textColumn,
  }),

  // A row is the credit score of a verification.
  table('scores', {
    id: textColumn.unique,
    verification_id: textColumn.key.references('verifications'),
    score: integerColumn,
    confidence: realColumn,
    model_version: textColumn,
    reference_version: textColumn.nullable,
    flags: textColumn,
    features_used: textColumn,
    features: textColumn.nullable,
    computed_at: integerColumn,
  }),

  // A row is an image of a verification; the image itself is an encrypted file.
  table('images', {
    id: textColumn.key,
    verification_id: textColumn.references('verifications'),
    role: textColumn,
    format: textColumn,
    width: integerColumn,
    height: integerColumn,
    orientation: integerColumn,
    bytes: integerColumn,
    sha256: textColumn,
    file: textColumn.unique,
    scan_verdict: textColumn.default('not_scanned'),
    scanned_at: integerColumn.nullable,
    created_at: integerColumn,
  }).index(['verification_id']),

  // The one row is the total size of all images in bytes.
  table('stored_images', {
    only: integerColumn.key.always(1),
    bytes: integerColumn,
  }),

  // A row counts the live verifications that one API key submitted on one day.
  table('live_days', {
    api_key_id: textColumn,
    starts_at: integerColumn,
    verifications: integerColumn,
  }).key('api_key_id', 'starts_at'),

  // A row counts the verifications of one country and document type that were submitted, completed or
  // scored in one hour.
  table('verification_counters', {
    environment: textColumn,
    starts_at: integerColumn,
    country: textColumn,
    id_type: textColumn,
    kind: textColumn,
    verifications: integerColumn,
  }).key('environment', 'starts_at', 'country', 'id_type', 'kind'),

  // A row counts the verifications of one country whose result came, or whose review ended, in one hour, by how
  // long that took.
  table('verification_times', {
    environment: textColumn,
    starts_at: integerColumn,
    kind: textColumn,
    country: textColumn,
    up_to_ms: integerColumn,
    verifications: integerColumn,
  }).key('environment', 'starts_at', 'kind', 'country', 'up_to_ms'),

  // A row counts the verifications of one country that got one code in one hour: a reason for their outcome, a cause
  // of their review or its outcome.
  table('verification_code_counters', {
    environment: textColumn,
    starts_at: integerColumn,
    country: textColumn,
    kind: textColumn,
    code: textColumn,
    verifications: integerColumn,
  }).key('environment', 'starts_at', 'country', 'kind', 'code'),
]
