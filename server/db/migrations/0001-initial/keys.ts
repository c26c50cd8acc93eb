// Tables of the API keys and of the requests that are made with them.

import { blob, integer, type Table, table, text } from '../define-table.ts'

export const keyTables: readonly Table[] = [
  // A row is an API key, of which only a keyed digest is stored.
  table('api_keys', {
    id: text.key,
    environment: text,
    name: text,
    digest: blob.unique,
    pepper_id: text,
    hint_first: text,
    hint_last: text,
    scopes: text,
    allowed_cidrs: text,
    unrestricted: integer.default(0),
    rotated_from: text.nullable,
    created_by_user: text.nullable,
    created_by_key: text.nullable,
    created_at: integer,
    waiting_since: integer.nullable,
    expires_at: integer.nullable,
    revoked_at: integer.nullable,
    last_used_at: integer.nullable,
  })
    .index(['created_by_key'], { where: 'created_by_key is not null' })
    .index(['rotated_from'], { where: 'rotated_from is not null' }),

  // A row is the first response to a request with an Idempotency-Key.
  table('idempotency', {
    api_key_id: text,
    idempotency_key: text,
    fingerprint: text,
    status: integer,
    body: blob,
    created_at: integer,
    expires_at: integer,
  })
    .key('api_key_id', 'idempotency_key')
    .index(['expires_at']),
]
