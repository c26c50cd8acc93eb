// A demo's data folder that `svc db copy` moves to PostgreSQL and back.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { runSvc } from '../../cli/memory-shell.ts'
import { launchSvc } from '../../cli/program/launched-svc.ts'
import { bareDatabase } from '../postgres.ts'
import { placeSeeded } from '../seeded-demo.ts'
import { tempFolder } from '../temp-folder.ts'

interface CopyJson {
  readonly source: string
  readonly resumed: boolean
  readonly rows_copied: number
  readonly rows: number
  readonly tables: readonly { name: string; rows: number; sha256: string }[]
  readonly values_decrypted: number
  readonly images_checked: number
  readonly audit_entries: number
}

const preload = fileURLToPath(new URL('../kill/kill-at-query.mjs', import.meta.url))

/** A copy of a seeded folder. */
export async function demoFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = join(tempFolder(t), 'data')
  await placeSeeded(folder)
  return folder
}

export const argsOf = (folder: string, ...args: readonly string[]) => [
  ...['db', 'copy', '--data-dir', folder, '--yes', '--json'],
  ...args,
]

/** The data of a demo as an appliance's: a demo itself stays on SQLite. */
export const envOf = (folder: string, env: Readonly<Record<string, string>> = {}) => ({
  SVC_MASTER_KEY_FILE: join(folder, 'master.key'),
  ...env,
})

export async function copy(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CopyJson> {
  const { status, out, err } = await runSvc(argsOf(folder, ...args), { env: envOf(folder, env) })
  assert.equal(status, 0, err)
  return JSON.parse(out) as CopyJson
}

/** The copy must be refused. */
export async function refused(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, out, err } = await runSvc(argsOf(folder, ...args), { env: envOf(folder, env) })
  assert.equal(status, 6, out + err)
  return err
}

/** By table, without the log of the moves themselves. */
export const digests = ({ tables }: CopyJson) =>
  tables.filter(({ name }) => name !== 'audit_entries').map(({ name, sha256 }) => [name, sha256])

export async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** Starts a copy in a process of its own, which is killed at this query. */
export async function copyKilled(
  t: TestContext,
  args: readonly string[],
  { at, ...env }: Readonly<Record<string, string>> & { readonly at: string },
): Promise<void> {
  const killed = launchSvc(t, args, {
    ...env,
    NODE_OPTIONS: `--import ${preload}`,
    KILL_AT_QUERY: at,
  })
  assert.equal((await killed.ended).status, 'SIGKILL')
}

/** The copy is killed at this query, and then goes on. */
export async function copyThroughKill(t: TestContext, at: string) {
  const folder = await demoFolder(t)
  const url = await bareDatabase(t)
  await copyKilled(t, argsOf(folder, '--to', url), { ...envOf(folder), at })
  const isUnfinished = !/^(before|after) 1 delete/.test(at)
  const served = await runSvc(['keys', 'list', '--data-dir', folder], { env: envOf(folder) })
  assert.equal(served.status, isUnfinished ? 0 : 6, served.err)
  return { folder, url, rows: digests(await copy(folder, ['--to', url])) }
}

/** Copies the rows back to the folder that they left. */
export async function comeBack({ folder, url }: { readonly folder: string; readonly url: string }) {
  return digests(await copy(folder, ['--to-data-folder', folder], { SVC_DATABASE_URL: url }))
}

/** A copy that nothing cut off, of a folder that stays in use. */
export async function copyUncut(t: Pick<TestContext, 'after'>) {
  const folder = await demoFolder(t)
  const url = await bareDatabase(t)
  const { source, ...copied } = await copy(folder, ['--to', url, '--keep-source'])
  assert.equal(source, 'kept')
  const rows = digests({ source, ...copied })
  assert.ok(rows.length > 50)
  return { folder, url, rows }
}
