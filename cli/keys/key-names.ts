// Names of API keys, for tables that group by their ids.

import type { Appliance } from '../../server/appliance.ts'
import { listKeys } from '../../server/keys/key-view.ts'
import { readEveryPage } from '../pages.ts'

/** Returns names by id, of revoked and expired keys too. @throws the reason of `signal` once that aborts */
export async function readKeyNames(
  { db }: Pick<Appliance, 'db'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const keys = await readEveryPage((page) => listKeys(db.reader, {}, page), signal)
  return new Map(keys.map(({ id, name }) => [id, name]))
}
