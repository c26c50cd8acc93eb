// Tables of the API keys and of the requests that are made with them.

import {
  blobColumn,
  integerColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const keyTables: readonly TableDefinition[] = [
  // A row is an API key, of which only a keyed digest is stored.
  table('api_keys', {
    id: textColumn.key,
    environment: textColumn,
    name: textColumn,
    digest: blobColumn.unique,
    pepper_id: textColumn,
    hint_first: textColumn,
    hint_last: textColumn,
    scopes: textColumn,
    allowed_cidrs: textColumn,
    unrestricted: integerColumn.default(0),
    rotated_from: textColumn.nullable,
    created_by_user: textColumn.nullable,
    created_by_key: textColumn.nullable,
    created_at: integerColumn,
    waiting_since: integerColumn.nullable,
    expires_at: integerColumn.nullable,
    revoked_at: integerColumn.nullable,
    last_used_at: integerColumn.nullable,
  })
    .index(['created_by_key'], { where: 'created_by_key is not null' })
    .index(['rotated_from'], { where: 'rotated_from is not null' })
    .index([{ expression: 'substr(id, 27)' }], { name: 'api_keys_by_end_of_id' }),

  // A row is the first response to a request with an Idempotency-Key.
  table('idempotency', {
    api_key_id: textColumn,
    idempotency_key: textColumn,
    fingerprint: textColumn,
    status: integerColumn,
    body: blobColumn,
    created_at: integerColumn,
    expires_at: integerColumn,
  })
    .key('api_key_id', 'idempotency_key')
    .index(['expires_at']),

  // A row adds up what several nodes have counted against one client's rate limit in the current minute.
  table('rate_windows', {
    subject: textColumn.key,
    ends_at: integerColumn,
    taken: integerColumn,
  }).index(['ends_at']),
]
