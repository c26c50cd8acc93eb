// Tables of the users of the console: accounts, second factors, sessions, links, and the requests that wait
// for the approval of a second user.

import { blob, integer, type Table, table, text } from '../define-table.ts'

export const userTables: readonly Table[] = [
  // A row is the account of a user.
  table('users', {
    id: text.key,
    email: text.unique,
    name: text,
    role: text,
    state: text,
    password_hash: text.nullable,
    password_changed_at: integer.nullable,
    totp: blob.nullable,
    totp_last_step: integer.nullable,
    wrong_codes: integer.default(0),
    created_at: integer,
    last_signed_in_at: integer.nullable,
  }).index(['role']),

  // A row is a passkey that a user signs in with.
  table('passkeys', {
    id: text.key,
    user_id: text.references('users'),
    name: text,
    public_key: blob,
    counter: integer,
    transports: text,
    created_at: integer,
    last_used_at: integer.nullable,
  }).index(['user_id']),

  // A row is a recovery code: a user without their second factor signs in with it once.
  table('recovery_codes', {
    digest: blob.key,
    user_id: text.references('users'),
    used_at: integer.nullable,
  }).index(['user_id']),

  // A row is a session of a user.
  table('sessions', {
    id: text.key,
    digest: blob.unique,
    user_id: text.references('users'),
    stage: text,
    client_address: text,
    browser: text,
    challenge: text.nullable,
    challenge_at: integer.nullable,
    offered_totp: blob.nullable,
    created_at: integer,
    used_at: integer,
    confirmed_at: integer.nullable,
  })
    .index(['user_id'])
    .index(['created_at']),

  // A row is a link that can be used once: an invitation, a new password, the first account.
  table('user_links', {
    digest: blob.key,
    kind: text,
    user_id: text.references('users').nullable,
    made_by_kind: text.nullable,
    made_by_id: text.nullable,
    created_at: integer,
    expires_at: integer,
    used_at: integer.nullable,
  }).index(['user_id']),

  // A row counts the failed sign-ins of one address, or of one account from one address.
  table('sign_in_attempts', {
    subject: text.key,
    failures: integer,
    last_failed_at: integer,
  }).index(['last_failed_at']),

  // A row is a notice to a user about something that happened to their account.
  table('account_notices', {
    id: text.key,
    user_id: text.references('users'),
    kind: text,
    by_kind: text,
    by_id: text.nullable,
    approved_by_id: text.nullable,
    role: text.nullable,
    previous_role: text.nullable,
    count: integer,
    session_id: text.nullable,
    client_address: text.nullable,
    browser: text.nullable,
    at: integer,
    seen_at: integer.nullable,
  })
    .index(['user_id', 'at'])
    .index(['kind', 'at'])
    .index(['session_id']),

  // A row is an address range or a family of browsers that a user has signed in from.
  table('known_places', {
    user_id: text.references('users'),
    trait: text,
    value: text,
    last_at: integer,
  })
    .key('user_id', 'trait', 'value')
    .index(['last_at']),

  // A row is a request that a second user approves or declines.
  table('approvals', {
    id: text.key,
    kind: text,
    subject_kind: text,
    subject_id: text,
    slot: text.nullable.unique,
    state: text,
    facts: blob,
    payload: blob.nullable,
    note: blob.nullable,
    requested_by: text,
    requested_at: integer,
    expires_at: integer,
    decided_by: text.nullable,
    decided_at: integer.nullable,
    usable_until: integer.nullable,
    used_at: integer.nullable,
  })
    .index(['state', 'id'])
    .index(['requested_by', 'id'])
    .index(['subject_id', 'id']),
]
