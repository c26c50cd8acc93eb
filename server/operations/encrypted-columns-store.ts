// Replaces one encrypted value by the same value under a newer key, unless somebody has written another one since it
// was read.

import type { Trx } from '../db/transaction.ts'
import type { EncryptedCell } from './encrypted-columns-view.ts'

type Replace = (trx: Trx, id: string, old: Buffer, encrypted: Buffer) => Promise<unknown>

/** Columns under purpose keys. The others are encrypted with data keys, which are rewrapped instead. */
const replaceIn: Partial<Readonly<Record<EncryptedCell['column'], Replace>>> = {
  'webhooks.secrets': (trx, id, old, secrets) =>
    trx
      .updateTable('webhooks')
      .set({ secrets })
      .where('id', '=', id)
      .where('secrets', '=', old)
      .execute(),
  'webhooks.client_key': (trx, id, old, encrypted) =>
    trx
      .updateTable('webhooks')
      .set({ client_key: encrypted })
      .where('id', '=', id)
      .where('client_key', '=', old)
      .execute(),
  'events.body': (trx, id, old, body) =>
    trx.updateTable('events').set({ body }).where('id', '=', id).where('body', '=', old).execute(),
  'users.totp': (trx, id, old, totp) =>
    trx.updateTable('users').set({ totp }).where('id', '=', id).where('totp', '=', old).execute(),
  'sessions.offered_totp': (trx, id, old, encrypted) =>
    trx
      .updateTable('sessions')
      .set({ offered_totp: encrypted })
      .where('id', '=', id)
      .where('offered_totp', '=', old)
      .execute(),
  'idempotency.body': (trx, id, old, body) => {
    const [apiKeyId = '', digest = ''] = id.split(' ')
    return trx
      .updateTable('idempotency')
      .set({ body })
      .where('api_key_id', '=', apiKeyId)
      .where('idempotency_key', '=', digest)
      .where('body', '=', old)
      .execute()
  },
  'approvals.facts': (trx, id, old, facts) =>
    trx
      .updateTable('approvals')
      .set({ facts })
      .where('id', '=', id)
      .where('facts', '=', old)
      .execute(),
  'approvals.payload': (trx, id, old, payload) =>
    trx
      .updateTable('approvals')
      .set({ payload })
      .where('id', '=', id)
      .where('payload', '=', old)
      .execute(),
  'approvals.note': (trx, id, old, note) =>
    trx
      .updateTable('approvals')
      .set({ note })
      .where('id', '=', id)
      .where('note', '=', old)
      .execute(),
  'certificate_keys.private_key': (trx, id, old, encrypted) =>
    trx
      .updateTable('certificate_keys')
      .set({ private_key: encrypted })
      .where('id', '=', id)
      .where('private_key', '=', old)
      .execute(),
}

export async function replaceCell(
  trx: Trx,
  { column, id, encrypted: old }: EncryptedCell,
  encrypted: Buffer,
): Promise<void> {
  const replace = replaceIn[column]
  if (replace === undefined) throw new Error(`${column} is not under a purpose key`)
  await replace(trx, id, old, encrypted)
}
