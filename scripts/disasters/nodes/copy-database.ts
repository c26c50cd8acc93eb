// Copies the data of a running PostgreSQL server, as the beginning of a standby: a base backup over SQL, because
// packages that ship a server often ship no pg_basebackup.

import { constants } from 'node:fs'
import { appendFile, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { hasCode } from '../../../server/kernel/has-code.ts'

interface RunningServer {
  /** Of a superuser. */
  readonly url: string
  readonly dataFolder: string
}

/** Folders that a server fills anew. The standby gets the write-ahead log from the primary. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pgsql_tmp',
])
const ofTheProcess = new Set(['postmaster.pid', 'postmaster.opts'])

/** @param to the folder of the data; it is made */
export async function copyAsStandby(primary: RunningServer, to: string): Promise<void> {
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    // Start and stop belong to one session.
    await client.query(`select pg_backup_start('standby', true)`)
    await copyFolder(primary.dataFolder, to)
    const stopped = await client.query<{ readonly labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeFile(join(to, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
  await writeFile(join(to, 'standby.signal'), '')
  // The last line of a setting holds; a primary that was a standby has one of its own.
  await appendFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = '${primary.url.replaceAll("'", "''")}'\n`,
  )
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry
    const [source, target] = [join(from, name), join(to, name)]
    if (emptied.has(name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target)
    else if (!ofTheProcess.has(name)) await copyIfThere(source, target)
  }
}

/** The server may delete files meanwhile; the write-ahead log says so to the standby. */
async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
