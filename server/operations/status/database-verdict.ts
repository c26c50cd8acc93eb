// Keeps what the last check of the database found, in a small file beside it: the database may be what is broken, and
// commands and metrics must still say so.

import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from '../../kernel/sync.ts'

export interface DatabaseVerdict {
  readonly checkedAt: number
  /** Tables of which a page cannot be read; empty if all is well. */
  readonly damagedTables: readonly string[]
}

const schema = z.object({
  checked_at: z.number(),
  /** The file that was checked: a restored one is another, and this verdict says nothing of it. */
  inode: z.number(),
  damaged_tables: z.array(z.string()),
})

function verdictFile(databaseFile: string): string {
  return `${databaseFile}.check.json`
}

/** Resolves once it is on disk. @throws errors of the file system */
export async function keepDatabaseVerdict(
  databaseFile: string,
  { checkedAt, damagedTables }: DatabaseVerdict,
): Promise<void> {
  const file = verdictFile(databaseFile)
  const inode = statSync(databaseFile).ino
  const record = { checked_at: checkedAt, inode, damaged_tables: damagedTables }
  await replaceFile(file, `${JSON.stringify(record)}\n`, 0o600)
  await syncFolder(dirname(file))
}

/** Returns undefined if this file of the database was never checked. */
export function readDatabaseVerdict(databaseFile: string): DatabaseVerdict | undefined {
  try {
    const text = readFileSync(verdictFile(databaseFile), 'utf8')
    const { checked_at: checkedAt, inode, damaged_tables } = schema.parse(JSON.parse(text))
    if (statSync(databaseFile).ino !== inode) return undefined
    return { checkedAt, damagedTables: damaged_tables }
  } catch {
    // Without a record that can be read nothing is known.
    return undefined
  }
}
