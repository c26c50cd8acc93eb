// Finds one object of any kind by its id, and verifications by the client's reference or by document number. Every
// query uses an index, and no personal data is read.

import type { Reader } from '../../db/transaction.ts'
import { type Environment, environments } from '../../kernel/environment.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import type { Permission } from '../../users/role.ts'

const resultKinds = [
  'verification',
  'review',
  'key',
  'webhook',
  'delivery',
  'webhook_alert',
  'usage_event',
  'user',
  'audit_entry',
  'job',
] as const
type ResultKind = (typeof resultKinds)[number]

export interface SearchResult {
  readonly kind: ResultKind
  readonly id: string
  /** undefined for objects without an environment. */
  readonly environment: Environment | undefined
  /** State of a verification, review, delivery, job, webhook or user; undefined for the others. */
  readonly state: string | undefined
  /** The parent, such as a delivery's webhook or a job's verification. */
  readonly ofId: string | undefined
  readonly createdAt: number
}

interface Lookup {
  readonly permission: Permission
  find(db: Reader, id: string): Promise<readonly SearchResult[]>
}

/** For more results, the user can filter the list of verifications. */
const resultsMax = 20

/** The lookups by id prefix. Objects with other prefixes have no page in the console. */
export const lookups: Readonly<Partial<Record<IdPrefix, Lookup>>> = {
  ver: { permission: 'verifications.read', find: findVerification },
  scr: { permission: 'verifications.read', find: findOfScore },
  img: { permission: 'verifications.read', find: findOfImage },
  rev: { permission: 'reviews.work', find: findReview },
  key: { permission: 'keys.read', find: findKey },
  wh: { permission: 'webhooks.read', find: findWebhook },
  dlv: {
    permission: 'webhooks.read',
    find: (db, id) => findDeliveries(db, 'delivery.id', id),
  },
  evt: {
    permission: 'webhooks.read',
    find: (db, id) => findDeliveries(db, 'delivery.event_id', id),
  },
  alr: { permission: 'webhooks.read', find: findAlert },
  use: { permission: 'usage.read', find: findUsageEvent },
  usr: { permission: 'users.read', find: findUser },
  aud: { permission: 'audit.read', find: findAuditEntry },
  job: { permission: 'system.read', find: findJob },
}

/** Newest first, over both environments. */
export async function findByReference(
  db: Reader,
  reference: string,
): Promise<readonly SearchResult[]> {
  const results: SearchResult[] = []
  for (const environment of environments) {
    const rows = await selectVerifications(db)
      .where('environment', '=', environment)
      .where('external_ref', '=', reference)
      .orderBy('id', 'desc')
      .limit(resultsMax)
      .execute()
    results.push(...rows.map(toVerification))
  }
  return newest(results)
}

/** Newest first, over both environments. `indexes`: digests of the number, one for each country. */
export async function findByNumberIndex(
  db: Reader,
  indexes: readonly Buffer[],
): Promise<readonly SearchResult[]> {
  const results: SearchResult[] = []
  for (const environment of environments) {
    const rows = await selectVerifications(db)
      .where('environment', '=', environment)
      .where('id_number_index', 'in', indexes)
      .orderBy('id', 'desc')
      .limit(resultsMax)
      .execute()
    results.push(...rows.map(toVerification))
  }
  return newest(results)
}

function newest(results: readonly SearchResult[]): readonly SearchResult[] {
  return results.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, resultsMax)
}

function selectVerifications(db: Reader) {
  return db.selectFrom('verifications').select(['id', 'environment', 'status', 'created_at'])
}

function toVerification(row: {
  readonly id: string
  readonly environment: Environment
  readonly status: string
  readonly created_at: number
}): SearchResult {
  const { id, environment, status: state, created_at: createdAt } = row
  return { kind: 'verification', id, environment, state, ofId: undefined, createdAt }
}

async function findVerification(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await selectVerifications(db).where('id', '=', id).execute()
  return rows.map(toVerification)
}

async function findOfScore(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const row = await db
    .selectFrom('scores')
    .select('verification_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? [] : findVerification(db, row.verification_id)
}

async function findOfImage(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const row = await db
    .selectFrom('images')
    .select('verification_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? [] : findVerification(db, row.verification_id)
}

async function findReview(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(['id', 'environment', 'state', 'verification_id', 'created_at'])
    .where('id', '=', id)
    .execute()
  return rows.map(({ verification_id: ofId, created_at: createdAt, ...row }) => ({
    kind: 'review',
    ...row,
    ofId,
    createdAt,
  }))
}

async function findKey(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'environment', 'created_at'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => plain('key', row))
}

async function findWebhook(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'environment', 'created_at', 'deleted_at'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => ({
    ...plain('webhook', row),
    state: row.deleted_at === null ? undefined : 'deleted',
  }))
}

async function findDeliveries(
  db: Reader,
  column: 'delivery.id' | 'delivery.event_id',
  id: string,
): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.state', 'delivery.webhook_id', 'delivery.created_at'])
    .select('webhook.environment')
    .where(column, '=', id)
    .limit(resultsMax)
    .execute()
  return rows.map((row) => ({
    ...plain('delivery', row),
    state: row.state,
    ofId: row.webhook_id,
  }))
}

async function findAlert(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('webhook_alerts')
    .select(['id', 'environment', 'created_at', 'webhook_id'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => ({ ...plain('webhook_alert', row), ofId: row.webhook_id }))
}

async function findUsageEvent(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('usage_events')
    .select(['id', 'environment', 'created_at', 'verification_id'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => ({ ...plain('usage_event', row), ofId: row.verification_id }))
}

async function findUser(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'created_at', 'state'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => ({ ...plain('user', row), state: row.state }))
}

async function findAuditEntry(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'at as created_at'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => plain('audit_entry', row))
}

async function findJob(db: Reader, id: string): Promise<readonly SearchResult[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'state', 'subject_id', 'created_at'])
    .where('id', '=', id)
    .execute()
  return rows.map((row) => ({ ...plain('job', row), state: row.state, ofId: row.subject_id }))
}

function plain(
  kind: ResultKind,
  row: { readonly id: string; readonly environment?: Environment; readonly created_at: number },
): SearchResult {
  const { id, environment, created_at: createdAt } = row
  return { kind, id, environment, state: undefined, ofId: undefined, createdAt }
}
