// Queries of `setting_digests`: digests of the settings of the last start.

import type { Reader, Trx } from '../db/transaction.ts'

export type SettingDigests = ReadonlyMap<string, string>

/** Returns digests by setting name; empty before the first start. */
export async function readSettingDigests(db: Reader): Promise<SettingDigests> {
  const rows = await db.selectFrom('setting_digests').select(['name', 'digest']).execute()
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

export async function replaceSettingDigests(trx: Trx, digests: SettingDigests): Promise<void> {
  await trx.deleteFrom('setting_digests').execute()
  const rows = [...digests].map(([name, digest]) => ({ name, digest }))
  await trx.insertInto('setting_digests').values(rows).execute()
}
