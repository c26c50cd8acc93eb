// Lists the nodes, for each other and for operators.

import { orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader } from '../db/transaction.ts'
import type { Node } from './node.ts'
import type { NodeTable } from './node-table.ts'

/** The oldest first. */
export async function listNodes(db: Reader): Promise<readonly Node[]> {
  return (await findAll.all(db, {})).map(toNode)
}

/** Named, because a prepared `select *` fails once a newer release has added a column. */
const columns = [
  'id',
  'host',
  'version',
  'schema_version',
  'started_at',
  'seen_at',
  'beats',
  'draining_since',
  'master_key_id',
] as const satisfies readonly (keyof NodeTable)[]

const findAll = prepare((db) =>
  db.selectFrom('nodes').select(columns).orderBy('started_at').orderBy('id'),
)

function toNode(row: NodeTable): Node {
  return {
    id: row.id,
    host: row.host,
    version: row.version,
    schemaVersion: row.schema_version,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    beats: row.beats,
    drainingSince: orUndefined(row.draining_since),
    masterKeyId: row.master_key_id,
  }
}
