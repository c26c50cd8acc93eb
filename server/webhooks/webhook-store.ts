// Stores webhook endpoints. Their secrets are passed in and out encrypted.

import { z } from 'zod'
import { jsonColumn, orNull, orUndefined, toFlag } from '../db/columns.ts'
import { ifGiven } from '../db/if-given.ts'
import { prepare } from '../db/prepared.ts'
import { prepareList } from '../db/prepared-list.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { subscribableEvents } from '../events/event.ts'
import type { Environment } from '../kernel/environment.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { EncryptedSecrets, Webhook } from './webhook.ts'
import type { WebhookTable } from './webhook-table.ts'

export async function insertWebhook(
  trx: Trx,
  webhook: Webhook,
  encrypted: EncryptedSecrets,
): Promise<void> {
  await trx
    .insertInto('webhooks')
    .values({
      id: webhook.id,
      environment: webhook.environment,
      version: webhook.version,
      failing_since: orNull(webhook.failingSince),
      created_at: webhook.createdAt,
      ...changeable(webhook),
      ...encryptedColumns(encrypted),
    })
    .execute()
}

/**
 * Returns undefined for a deleted webhook, and for one of another environment where `environment`
 * is given.
 */
export async function findWebhook(
  db: Reader,
  id: string,
  environment?: Environment,
): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(plainColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$call(ifGiven(environment, (query, value) => query.where('environment', '=', value)))
    .executeTakeFirst()
  return row && toWebhook(row)
}

export async function findEncryptedSecrets(
  db: Reader,
  id: string,
): Promise<EncryptedSecrets | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(['secrets', 'client_key'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toEncrypted(row)
}

/** Newest first. Returns one row more than the page's limit when there are more. */
export async function listWebhooks(
  db: Reader,
  filter: { readonly environment?: Environment | undefined },
  page: PageRequest,
): Promise<readonly { readonly webhook: Webhook; readonly encrypted: EncryptedSecrets }[]> {
  const { environment } = filter
  const { after } = page
  const rows = await db
    .selectFrom('webhooks')
    .select([...plainColumns, 'secrets', 'client_key'])
    .where('deleted_at', 'is', null)
    .$call(ifGiven(environment, (query, value) => query.where('environment', '=', value)))
    .$call(ifGiven(after, (query, value) => query.where('id', '<', value)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return rows.map((row) => ({ webhook: toWebhook(row), encrypted: toEncrypted(row) }))
}

/** Returns every webhook of an environment; there are at most `webhooksMax`. */
export async function listAllWebhooks(
  db: Reader,
  environment: Environment,
): Promise<readonly Webhook[]> {
  return (await listAll.all(db, { environment })).map(toWebhook)
}

const listAll = prepare((db, { environment }: Pick<WebhookTable, 'environment'>) =>
  db
    .selectFrom('webhooks')
    .select(plainColumns)
    .where('environment', '=', environment)
    .where('deleted_at', 'is', null),
)

/** Returns the current version of each of these webhooks; deleted ones are left out. */
export async function listVersions(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await listVersionsOf.all(db, ids, {})).map(({ id, version }) => [id, version]))
}

const listVersionsOf = prepareList((db, ids) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null),
)

/** The columns of the fields that a user can change. */
const changeableColumns = {
  url: 'url',
  events: 'events',
  description: 'description',
  active: 'active',
  timestampMode: 'timestamp_mode',
  clientCertificate: 'client_certificate',
} as const

/**
 * Writes only the `changed` fields, because others may change the rest at once, and a newer release may have subscribed
 * it to events that this one does not know. Increments the version.
 */
export async function updateWebhook(
  trx: Trx,
  webhook: Webhook,
  changed: readonly string[],
): Promise<void> {
  const all = changeable(webhook)
  const columns = Object.entries(changeableColumns)
    .filter(([field]) => changed.includes(field))
    .map(([, column]) => column)
  await trx
    .updateTable('webhooks')
    .set((update) => ({
      ...Object.fromEntries(columns.map((column) => [column, all[column]])),
      version: update('version', '+', 1),
    }))
    .where('id', '=', webhook.id)
    .execute()
}

export async function setEncryptedSecrets(
  trx: Trx,
  id: string,
  encrypted: EncryptedSecrets,
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set((update) => ({ ...encryptedColumns(encrypted), version: update('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Keeps the row for the deliveries that refer to it and deletes the secrets. */
export async function setWebhookDeleted(trx: Trx, id: string, deletedAt: number): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set((update) => ({
      active: 0,
      secrets: Buffer.alloc(0),
      client_key: null,
      client_certificate: null,
      version: update('version', '+', 1),
      deleted_at: deletedAt,
    }))
    .where('id', '=', id)
    .execute()
}

/** Returns those of these webhooks that are failing, with the start of the failing period. */
export async function listFailing(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await listFailingOf.all(db, ids, {})
  return new Map(rows.map((row) => [row.id, row.failing_since ?? 0]))
}

const listFailingOf = prepareList((db, ids) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'failing_since'])
    .where('id', 'in', ids)
    .where('failing_since', 'is not', null),
)

/** Sets the start of a failing period; undefined ends it. */
export async function setFailingSince(
  trx: Trx,
  id: string,
  failingSince: number | undefined,
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: orNull(failingSince) })
    .where('id', '=', id)
    .execute()
}

const plainColumns = [
  'id',
  'environment',
  'url',
  'events',
  'description',
  'active',
  'timestamp_mode',
  'client_certificate',
  'version',
  'failing_since',
  'created_at',
] as const

/** Leaves out names that a newer release wrote: during an upgrade of several nodes, or after a way back. */
const readEvents = jsonColumn(
  z
    .array(z.string())
    .transform((names) => subscribableEvents.filter((event) => names.includes(event))),
)

function changeable(webhook: Webhook) {
  return {
    url: webhook.url,
    events: JSON.stringify(webhook.events),
    description: orNull(webhook.description),
    active: toFlag(webhook.active),
    timestamp_mode: webhook.timestampMode,
    client_certificate: orNull(webhook.clientCertificate),
  }
}

function encryptedColumns({ secrets, clientKey }: EncryptedSecrets) {
  return { secrets, client_key: orNull(clientKey) }
}

function toEncrypted(row: Pick<WebhookTable, 'secrets' | 'client_key'>): EncryptedSecrets {
  return { secrets: row.secrets, clientKey: orUndefined(row.client_key) }
}

function toWebhook(row: Pick<WebhookTable, (typeof plainColumns)[number]>): Webhook {
  return {
    id: row.id,
    environment: row.environment,
    url: row.url,
    events: readEvents(row.events),
    description: orUndefined(row.description),
    active: row.active === 1,
    timestampMode: row.timestamp_mode,
    clientCertificate: orUndefined(row.client_certificate),
    version: row.version,
    failingSince: orUndefined(row.failing_since),
    createdAt: row.created_at,
  }
}
