// Tables of retention and erasure: the ledger of erasures, what is left to do after one, certificates, legal holds,
// and the ends of relationships with clients.

import {
  blobColumn,
  integerColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const erasureTables: readonly TableDefinition[] = [
  // A row is the erasure of one verification. The ledger holds no personal data and is only ever added to.
  table('erasures', {
    id: textColumn.key,
    verification_id: textColumn.unique,
    environment: textColumn,
    country: textColumn,
    status: textColumn,
    submitted_at: integerColumn,
    erased_at: integerColumn,
    reason: textColumn,
    ground: textColumn,
    floor_ended_at: integerColumn.nullable,
    by_kind: textColumn,
    by_id: textColumn.nullable,
    requested_by: textColumn.nullable,
    approval_id: textColumn.nullable,
    authority_reference: textColumn.nullable,
    counts: textColumn,
    digests: textColumn,
  })
    .refuses('update', 'entries of the erasure ledger are never changed')
    .refuses('delete', 'entries of the erasure ledger are never removed'),

  // A row is a step that is left to take after the commit of an erasure, such as removing a file. Where only images
  // were deleted, `erasure_id` is the id of their verification.
  table('erasure_steps', {
    erasure_id: textColumn,
    step: textColumn,
    item: textColumn,
  }).key('erasure_id', 'step', 'item'),

  // A row is the signed certificate of an erasure, issued once nothing is left to do.
  table('erasure_certificates', {
    erasure_id: textColumn.key.references('erasures'),
    key_id: textColumn,
    body: textColumn,
    signature: textColumn,
    issued_at: integerColumn,
  }),

  // A row is a pair of keys that certificates are signed with; the private one is encrypted.
  table('certificate_keys', {
    id: textColumn.key,
    public_key: textColumn,
    private_key: blobColumn,
    created_at: integerColumn,
  }),

  // A row is an order that a verification must not be erased.
  table('legal_holds', {
    id: textColumn.key,
    verification_id: textColumn.references('verifications'),
    reason: textColumn,
    reference: textColumn.nullable,
    set_by_kind: textColumn,
    set_by_id: textColumn.nullable,
    set_at: integerColumn,
    until: integerColumn.nullable,
    released_by_kind: textColumn.nullable,
    released_by_id: textColumn.nullable,
    released_at: integerColumn.nullable,
  })
    .index(['verification_id'])
    .index(['id'], { name: 'legal_holds_open', where: 'released_at is null' }),

  // A row says when the relationship with the client ended; the period of retention begins there.
  table('relationship_ends', {
    verification_id: textColumn.key.references('verifications'),
    ended_at: integerColumn,
    stated_by_kind: textColumn,
    stated_by_id: textColumn.nullable,
    stated_at: integerColumn,
  }).index(['ended_at']),

  // A row is an export of a person's data, kept to be reminded of its folder.
  table('subject_exports', {
    id: textColumn.key,
    verification_id: textColumn.references('verifications'),
    made_at: integerColumn,
    sha256: textColumn,
    recipient: textColumn.nullable,
    handed_over_at: integerColumn.nullable,
    deleted_at: integerColumn.nullable,
  }).index(['deleted_at', 'made_at']),

  // The one row is the latest retention run, and the process that holds it.
  table('retention_run', {
    only: integerColumn.key.always(1),
    owner: textColumn.nullable,
    lease_until: integerColumn,
    started_at: integerColumn,
    finished_at: integerColumn.nullable,
    verifications: integerColumn,
    images: integerColumn,
  }),
]
