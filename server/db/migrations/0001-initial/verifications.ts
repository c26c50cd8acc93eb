// Tables of the verifications: what clients submit, the images, the results and the counters.

import { blob, integer, real, type Table, table, text } from '../define-table.ts'

export const verificationTables: readonly Table[] = [
  // A row is the wrapped key that encrypts the personal data of one verification.
  table('data_keys', {
    subject_id: text.key,
    master_key_id: text,
    wrapped: blob,
    created_at: integer,
  }),

  // A row is a verification that a client submitted.
  table('verifications', {
    id: text.key,
    environment: text,
    api_key_id: text,
    external_ref: text.nullable,
    country: text,
    id_type: text,
    status: text,
    scoring: text.default('not_requested'),
    claims: blob,
    id_number_index: blob.nullable,
    provider_answer: blob.nullable,
    result_code: text.nullable,
    reasons: text,
    checks: text,
    findings: text,
    created_at: integer,
    completed_at: integer.nullable,
  })
    // The list has one index for each filter. Its pages are ordered by the id, so each index ends with it.
    .index(['environment', 'id'])
    .index(['environment', 'status', 'id'])
    .index(['environment', 'country', 'id'])
    .index(['environment', 'id_type', 'id'])
    .index(['environment', 'external_ref', 'id'])
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
    .index(['id_number_index'])
    .index(['api_key_id'], {
      name: 'verifications_pending_of_key',
      where: "environment = 'live' and status = 'pending'",
    }),

  // A row is the job at the provider that checks one verification.
  table('provider_jobs', {
    verification_id: text.key.references('verifications'),
    provider: text,
    job_id: text.unique,
    user_id: text,
    reference: text.nullable,
    created_at: integer,
    upload_started_at: integer.nullable,
    submitted_at: integer.nullable,
  }),

  // A row is a reason or a score band of a verification, which the list filters by.
  table('verification_tags', {
    environment: text,
    mark: text,
    verification_id: text.references('verifications'),
  }).key('environment', 'mark', 'verification_id'),

  // A row is the credit score of a verification.
  table('scores', {
    id: text.unique,
    verification_id: text.key.references('verifications'),
    score: integer,
    confidence: real,
    model_version: text,
    reference_version: text.nullable,
    flags: text,
    features_used: text,
    computed_at: integer,
  }),

  // A row is an image of a verification; the image itself is an encrypted file.
  table('images', {
    id: text.key,
    verification_id: text.references('verifications'),
    role: text,
    format: text,
    width: integer,
    height: integer,
    orientation: integer,
    bytes: integer,
    sha256: text,
    file: text.unique,
    scan_verdict: text.default('not_scanned'),
    scanned_at: integer.nullable,
    created_at: integer,
  }).index(['verification_id']),

  // The one row is the total size of all images in bytes.
  table('stored_images', {
    only: integer.key.always(1),
    bytes: integer,
  }),

  // A row counts the live verifications that one API key submitted on one day.
  table('live_days', {
    api_key_id: text,
    starts_at: integer,
    verifications: integer,
  }).key('api_key_id', 'starts_at'),

  // A row counts the verifications of one country and document type that were submitted, completed or
  // scored in one hour.
  table('verification_counters', {
    environment: text,
    starts_at: integer,
    country: text,
    id_type: text,
    fact: text,
    verifications: integer,
  }).key('environment', 'starts_at', 'country', 'id_type', 'fact'),

  // A row counts the verifications that completed in one hour, by how long they took.
  table('verification_times', {
    environment: text,
    starts_at: integer,
    up_to_ms: integer,
    verifications: integer,
  }).key('environment', 'starts_at', 'up_to_ms'),
]
