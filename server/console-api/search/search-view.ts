// Finds objects of any kind by their ids or the starts of their ids. Every query uses an index.

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import type { Permission } from '../../users/role.ts'
import { type IdRange, type ResultKind, resultsMax, type SearchResult } from './search-result.ts'
import { findVerifications, findVerificationsOf } from './verification-search-view.ts'

interface Lookup {
  readonly permission: Permission
  /** Returns up to `resultsMax` results, newest first. */
  find(
    db: Reader,
    range: IdRange,
    environments: readonly Environment[],
  ): Promise<readonly SearchResult[]>
}

/** The lookups by id prefix. Objects with other prefixes have no page in the console. */
export const lookups: Readonly<Partial<Record<IdPrefix, Lookup>>> = {
  ver: { permission: 'verifications.read_sandbox', find: findVerifications },
  scr: {
    permission: 'verifications.read_sandbox',
    find: (db, range, environments) => findOwners(db, 'scores', range, environments),
  },
  img: {
    permission: 'verifications.read_sandbox',
    find: (db, range, environments) => findOwners(db, 'images', range, environments),
  },
  rev: { permission: 'verifications.read', find: findReview },
  key: { permission: 'keys.read', find: findKey },
  wh: { permission: 'webhooks.read', find: findWebhook },
  dlv: {
    permission: 'webhooks.read',
    find: (db, range) => findDeliveries(db, 'delivery.id', range),
  },
  evt: {
    permission: 'webhooks.read',
    find: (db, range) => findDeliveries(db, 'delivery.event_id', range),
  },
  alr: { permission: 'webhooks.read', find: findAlert },
  use: { permission: 'usage.read', find: findUsageEvent },
  usr: { permission: 'users.read', find: findUser },
  aud: { permission: 'audit.read', find: findAuditEntry },
  job: { permission: 'system.read', find: findJob },
}

/** Finds the verifications that scores or images belong to. */
async function findOwners(
  db: Reader,
  table: 'scores' | 'images',
  range: IdRange,
  environments: readonly Environment[],
): Promise<readonly SearchResult[]> {
  const rows = await newestIn(range, db.selectFrom(table).select('verification_id'))
  return findVerificationsOf(db, rows, environments)
}

async function findReview(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db
      .selectFrom('reviews')
      .select(['id', 'environment', 'state', 'verification_id', 'created_at']),
  )
  return rows.map(({ verification_id: ofId, created_at: createdAt, ...row }) => ({
    kind: 'review',
    ...row,
    ofId,
    externalRef: undefined,
    createdAt,
  }))
}

async function findKey(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db.selectFrom('api_keys').select(['id', 'environment', 'created_at']),
  )
  return rows.map((row) => plain('key', row))
}

async function findWebhook(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db.selectFrom('webhooks').select(['id', 'environment', 'created_at', 'deleted_at']),
  )
  return rows.map((row) => ({
    ...plain('webhook', row),
    state: row.deleted_at === null ? undefined : 'deleted',
  }))
}

async function findDeliveries(
  db: Reader,
  column: 'delivery.id' | 'delivery.event_id',
  range: IdRange,
): Promise<readonly SearchResult[]> {
  const deliveries = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.state', 'delivery.webhook_id', 'delivery.created_at'])
    .select('webhook.environment')
  const rows = await newestIn(range, deliveries, column)
  return rows.map((row) => ({
    ...plain('delivery', row),
    state: row.state,
    ofId: row.webhook_id,
  }))
}

async function findAlert(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db.selectFrom('webhook_alerts').select(['id', 'environment', 'created_at', 'webhook_id']),
  )
  return rows.map((row) => ({ ...plain('webhook_alert', row), ofId: row.webhook_id }))
}

async function findUsageEvent(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db.selectFrom('usage_events').select(['id', 'environment', 'created_at', 'verification_id']),
  )
  return rows.map((row) => ({ ...plain('usage_event', row), ofId: row.verification_id }))
}

async function findUser(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(range, db.selectFrom('users').select(['id', 'created_at', 'state']))
  return rows.map((row) => ({ ...plain('user', row), state: row.state }))
}

async function findAuditEntry(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db.selectFrom('audit_entries').select(['id', 'at as created_at']),
  )
  return rows.map((row) => plain('audit_entry', row))
}

async function findJob(db: Reader, range: IdRange): Promise<readonly SearchResult[]> {
  const rows = await newestIn(
    range,
    db.selectFrom('jobs').select(['id', 'state', 'subject_id', 'created_at']),
  )
  return rows.map((row) => ({ ...plain('job', row), state: row.state, ofId: row.subject_id }))
}

/** Runs a query of ids in a range: the newest first, as many as a search shows. */
function newestIn<Database, Tables extends keyof Database, Row>(
  { from, to }: IdRange,
  query: SelectQueryBuilder<Database, Tables, Row>,
  column = 'id',
) {
  const id = sql.ref(column)
  return query
    .where(sql<SqlBool>`${id} between ${from} and ${to}`)
    .orderBy(id, 'desc')
    .limit(resultsMax)
    .execute()
}

function plain(
  kind: ResultKind,
  row: { readonly id: string; readonly environment?: Environment; readonly created_at: number },
): SearchResult {
  const { id, environment, created_at: createdAt } = row
  const nothingMore = { state: undefined, ofId: undefined, externalRef: undefined }
  return { kind, id, environment, ...nothingMore, createdAt }
}
