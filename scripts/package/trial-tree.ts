// Makes a tree of another version from this one, with migrations that a later release could have.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestSchema } from '../../server/db/migrations/index.ts'

export interface TrialTree {
  readonly version: string
  readonly migrations: readonly ('good' | 'failing')[]
}

const copied = [
  'cli',
  'server',
  'data/README.md',
  'data/guide',
  'data/reference',
  'scripts',
  'package-lock.json',
  '.npmrc',
  'README.md',
]

/** Migrations after the last one of this tree; the failing one fails after it has changed the schema and rows. */
const bodies = {
  good: `kind: 'rewriting', rewrites: ['verifications'], async up(_trx, { run }) {
    await run("create table trial_notes (id text primary key, note text not null); insert into trial_notes select id, 'kept' from verifications")
  }`,
  failing: `kind: 'contracting', async up(_trx, { run }) {
    await run("delete from trial_notes; delete from verifications; create table half_done (id text primary key)")
    await run("insert into half_done values ('one'), ('one')")
  }`,
}

/** Returns the folder of the tree. */
export function makeTrialTree(
  { version, migrations }: TrialTree,
  { productDir, into }: { readonly productDir: string; readonly into: string },
): string {
  mkdirSync(join(into, 'data'), { recursive: true })
  for (const path of copied) cpSync(join(productDir, path), join(into, path), { recursive: true })
  cpSync(join(productDir, 'console/dist'), join(into, 'console/dist'), { recursive: true })
  symlinkSync(join(productDir, 'node_modules'), join(into, 'node_modules'))
  const manifest = JSON.parse(readFileSync(join(productDir, 'package.json'), 'utf8'))
  writeFileSync(join(into, 'package.json'), JSON.stringify({ ...manifest, version }, undefined, 2))
  addMigrations(into, migrations)
  return into
}

function addMigrations(tree: string, names: TrialTree['migrations']): void {
  if (names.length === 0) return
  const file = join(tree, 'server/db/migrations/index.ts')
  const text = readFileSync(file, 'utf8')
  const rows = names.map(
    (name, index) =>
      `  { version: ${newestSchema + 1 + index}, name: 'trial_${name}', ${bodies[name]} },\n`,
  )
  const list = /(export const migrations: readonly Migration\[\] = \[[\s\S]*?\n)(\]\n)/
  // The schema that must result is that of the good migrations.
  writeFileSync(
    file,
    text.replace(list, `$1${rows.filter((row) => row.includes('trial_good')).join('')}$2`),
  )
  execFileSync(process.execPath, ['scripts/dump-schema.ts'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 2],
  })
  writeFileSync(file, text.replace(list, `$1${rows.join('')}$2`))
}
