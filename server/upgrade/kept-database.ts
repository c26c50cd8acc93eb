// The database that a return to an older release takes out of use and keeps. The older release misses the entries of
// the audit log that it alone has, and sweeps no images until the list of them (`lostHeadsFile`) is moved away.

import { existsSync, renameSync } from 'node:fs'
import { lostHeadsFile, readOwnHeads } from '../audit/head-mark.ts'
import { compareHead } from '../audit/verify-chain.ts'
import { openDb } from '../db/sqlite/open-db.ts'

export interface KeptDatabase {
  readonly file: string
  /** Whether it has all entries that the older release will miss. */
  readonly hasMissedEntries: boolean
  /** Whether anything that was accepted is in it alone. */
  readonly hasLostWork: boolean
}

interface SettleNeeds {
  readonly dataDir: string
  /** Runs `work` as the owner of the data folder. */
  asOwner<Result>(work: () => Promise<Result>): Promise<Result>
  say(line: string): void
  /** Says what must be done. */
  warn(line: string): void
}

/**
 * Returns whether the database has each head that the data folder keeps: those that an earlier start missed, and the
 * one that the next start looks for. Call it while no server runs.
 */
export async function hasAllHeads(dataDir: string, database: string): Promise<boolean> {
  const db = openDb(database)
  try {
    for await (const head of readOwnHeads({ dataDir })) {
      if ((await compareHead(db.reader, head)) !== undefined) return false
    }
    return true
  } catch {
    // A database that cannot tell explains nothing; the return goes on.
    return false
  } finally {
    await db.close()
  }
}

/**
 * Moves the list of what the older release misses beside the database that has it. Where images would be swept by that,
 * or the list is still to come, says what to do instead. Never throws: the return itself has worked.
 * @param isServing whether the older release serves, so that it has made its list
 */
export async function settleMissedEntries(
  { dataDir, asOwner, say, warn }: SettleNeeds,
  { file, hasMissedEntries, hasLostWork }: KeptDatabase,
  isServing: boolean,
): Promise<void> {
  const list = lostHeadsFile({ dataDir })
  if (isServing && !existsSync(list)) return
  if (!hasMissedEntries) {
    warn(`Entries of the audit log are lost that ${file} does not have either: svc help operating`)
    return
  }
  say(`Entries of the audit log from after the upgrade are in ${file} alone.`)
  const place = `${file}.audit-heads`
  if (isServing && !hasLostWork) {
    try {
      await asOwner(async () => renameSync(list, place))
      return
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
    }
  }
  warn(
    `The server reports them as lost and sweeps no images until you move its list: mv ${list} ${place}`,
  )
  if (hasLostWork) warn(`Images that only ${file} knows are deleted after that.`)
}
