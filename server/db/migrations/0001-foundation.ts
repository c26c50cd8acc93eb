// The first tables: installation, keys, verifications with their evidence, and the jobs that work them.

import { sql } from 'kysely'
import type { Trx } from '../transaction.ts'

export async function foundation(trx: Trx): Promise<void> {
  await createInstance(trx)
  await createApiKeys(trx)
  await createIdempotency(trx)
  await createVerifications(trx)
  await createEvidence(trx)
  await createJobs(trx)
}

async function createInstance(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('instance')
    .addColumn('only', 'integer', (column) => column.primaryKey().check(sql`"only" = 1`))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('master_key_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await trx.schema
    .createTable('data_keys')
    .addColumn('subject_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('master_key_id', 'text', (column) => column.notNull())
    .addColumn('wrapped', 'blob', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
}

async function createApiKeys(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('digest', 'blob', (column) => column.notNull().unique())
    .addColumn('pepper_id', 'text', (column) => column.notNull())
    .addColumn('hint_first', 'text', (column) => column.notNull())
    .addColumn('hint_last', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('allowed_cidrs', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer')
    .addColumn('revoked_at', 'integer')
    .addColumn('last_used_at', 'integer')
    .addColumn('rotated_from', 'text')
    .modifyEnd(sql`strict`)
    .execute()
}

async function createIdempotency(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('idempotency')
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'blob', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_pk', ['api_key_id', 'idempotency_key'])
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'idempotency', ['expires_at'])
}

async function createVerifications(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('verifications')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('id_type', 'text', (column) => column.notNull())
    .addColumn('external_ref', 'text')
    .addColumn('score_requested', 'integer', (column) => column.notNull())
    .addColumn('scoring_skipped', 'integer', (column) => column.notNull())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('claims', 'blob', (column) => column.notNull())
    .addColumn('id_number_index', 'blob')
    .addColumn('provider_answer', 'blob')
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('checks', 'text', (column) => column.notNull())
    .addColumn('findings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('completed_at', 'integer')
    .modifyEnd(sql`strict`)
    .execute()
  // One index a filter of the list; each ends with the id, which is the order of every page.
  await index(trx, 'verifications', ['environment', 'id'])
  await index(trx, 'verifications', ['environment', 'status', 'id'])
  await index(trx, 'verifications', ['environment', 'country', 'id'])
  await index(trx, 'verifications', ['environment', 'id_type', 'id'])
  await index(trx, 'verifications', ['environment', 'external_ref', 'id'])
  await index(trx, 'verifications', ['id_number_index'])
  await trx.schema
    .createTable('provider_jobs')
    .addColumn('verification_id', 'text', (column) =>
      column.primaryKey().notNull().references('verifications.id'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('job_id', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('upload_started_at', 'integer')
    .addColumn('submitted_at', 'integer')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
}

async function createEvidence(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('evidence')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('verification_id', 'text', (column) =>
      column.notNull().references('verifications.id'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('orientation', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await index(trx, 'evidence', ['verification_id'])
}

async function createJobs(trx: Trx): Promise<void> {
  await trx.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('due_at', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('throws', 'integer', (column) => column.notNull())
    .addColumn('runs', 'integer', (column) => column.notNull())
    .addColumn('interruptions', 'integer', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'integer')
    .addColumn('failing_since', 'integer')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer')
    .addUniqueConstraint('jobs_kind_subject', ['kind', 'subject_id'])
    .modifyEnd(sql`strict`)
    .execute()
  // Finished jobs stay out of the two hot indexes.
  await trx.schema
    .createIndex('jobs_waiting')
    .on('jobs')
    .columns(['due_at', 'id'])
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute()
  await trx.schema
    .createIndex('jobs_running')
    .on('jobs')
    .columns(['owner', 'lease_until'])
    .where(sql.ref('state'), '=', sql.lit('running'))
    .execute()
  await index(trx, 'jobs', ['finished_at'])
}

async function index(trx: Trx, table: string, columns: string[]): Promise<void> {
  await trx.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
