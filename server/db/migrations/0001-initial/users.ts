// Tables of the users of the console: accounts, second factors, sessions, links, and the requests that wait
// for the approval of a second user.

import {
  blobColumn,
  integerColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../define-table.ts'

export const userTables: readonly TableDefinition[] = [
  // A row is the account of a user.
  table('users', {
    id: textColumn.key,
    email: textColumn.unique,
    name: textColumn,
    role: textColumn,
    state: textColumn,
    password_hash: textColumn.nullable,
    password_changed_at: integerColumn.nullable,
    totp: blobColumn.nullable,
    totp_last_step: integerColumn.nullable,
    wrong_codes: integerColumn.default(0),
    created_at: integerColumn,
    last_signed_in_at: integerColumn.nullable,
    directory_issuer: textColumn.nullable,
    directory_subject: textColumn.nullable,
  })
    .unique('directory_issuer', 'directory_subject')
    .index(['role'])
    .index([{ expression: 'substr(id, 27)' }], { name: 'users_by_end_of_id' }),

  // A row is a browser that was sent to the bank's directory and is to come back once.
  table('directory_visits', {
    digest: blobColumn.key,
    purpose: textColumn,
    link_digest: blobColumn.nullable,
    created_at: integerColumn,
  }).index(['created_at']),

  // A row is a passkey that a user signs in with.
  table('passkeys', {
    id: textColumn.key,
    user_id: textColumn.references('users'),
    name: textColumn,
    public_key: blobColumn,
    counter: integerColumn,
    transports: textColumn,
    created_at: integerColumn,
    last_used_at: integerColumn.nullable,
  }).index(['user_id']),

  // A row is a recovery code: a user without their second factor signs in with it once.
  table('recovery_codes', {
    digest: blobColumn.key,
    user_id: textColumn.references('users'),
    used_at: integerColumn.nullable,
  }).index(['user_id']),

  // A row is a session of a user.
  table('sessions', {
    id: textColumn.key,
    digest: blobColumn.unique,
    user_id: textColumn.references('users'),
    stage: textColumn,
    client_address: textColumn,
    browser: textColumn,
    challenge: textColumn.nullable,
    challenge_at: integerColumn.nullable,
    offered_totp: blobColumn.nullable,
    created_at: integerColumn,
    used_at: integerColumn,
    confirmed_at: integerColumn.nullable,
  })
    .index(['user_id'])
    .index(['created_at']),

  // A row is a link that can be used once: an invitation, a new password, the first account.
  table('user_links', {
    digest: blobColumn.key,
    kind: textColumn,
    user_id: textColumn.references('users').nullable,
    made_by_kind: textColumn.nullable,
    made_by_id: textColumn.nullable,
    created_at: integerColumn,
    expires_at: integerColumn,
    used_at: integerColumn.nullable,
  }).index(['user_id']),

  // A row counts the failed sign-ins of one address, or of one account from one address.
  table('sign_in_attempts', {
    subject: textColumn.key,
    failures: integerColumn,
    last_failed_at: integerColumn,
  }).index(['last_failed_at']),

  // A row is a notice to a user about something that happened to their account.
  table('account_notices', {
    id: textColumn.key,
    user_id: textColumn.references('users'),
    kind: textColumn,
    by_kind: textColumn,
    by_id: textColumn.nullable,
    approved_by_id: textColumn.nullable,
    role: textColumn.nullable,
    previous_role: textColumn.nullable,
    count: integerColumn,
    session_id: textColumn.nullable,
    client_address: textColumn.nullable,
    browser: textColumn.nullable,
    at: integerColumn,
    seen_at: integerColumn.nullable,
  })
    .index(['user_id', 'at'])
    .index(['kind', 'at'])
    .index(['session_id']),

  // A row is an address range or a family of browsers that a user has signed in from.
  table('known_places', {
    user_id: textColumn.references('users'),
    trait: textColumn,
    value: textColumn,
    last_at: integerColumn,
  })
    .key('user_id', 'trait', 'value')
    .index(['last_at']),

  // A row is a request that a second user approves or declines.
  table('approvals', {
    id: textColumn.key,
    kind: textColumn,
    subject_kind: textColumn,
    subject_id: textColumn,
    slot: textColumn.nullable.unique,
    state: textColumn,
    facts: blobColumn,
    payload: blobColumn.nullable,
    note: blobColumn.nullable,
    requested_by: textColumn,
    requested_at: integerColumn,
    expires_at: integerColumn,
    decided_by: textColumn.nullable,
    decided_at: integerColumn.nullable,
    usable_until: integerColumn.nullable,
    used_at: integerColumn.nullable,
  })
    .index(['state', 'id'])
    .index(['requested_by', 'id'])
    .index(['subject_id', 'id']),
]
