// Makes a release that comes after this one: a copy of the program with one migration more that expands the schema, and
// one that contracts it.

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readExpectedSchema } from '../../../server/db/migrate.ts'
import { newestSchema } from '../../../server/db/migrations/index.ts'

const product = join(import.meta.dirname, '../../..')

const moreMigrations = `
  {
    version: ${newestSchema + 1},
    name: 'add_branch',
    kind: 'additive',
    up: (_trx, { run }) => run('alter table verifications add column branch text collate "C"'),
  },
  {
    version: ${newestSchema + 2},
    name: 'drop_tick_index',
    kind: 'contracting',
    up: (_trx, { run }) => run('drop index scheduled_runs_under_way'),
  },
]`

/** Returns its program. */
export function makeNextRelease(folder: string): string {
  mkdirSync(join(folder, 'console'), { recursive: true })
  for (const part of ['cli', 'server', 'data/reference', 'data/guide', 'package.json']) {
    cpSync(join(product, part), join(folder, part), { recursive: true })
  }
  for (const part of ['node_modules', 'console/dist']) {
    symlinkSync(join(product, part), join(folder, part))
  }
  change(join(folder, 'server/db/migrations/index.ts'), (text) =>
    text.replace(/(?<=migrations: readonly Migration\[\] = \[[\s\S]*?)\n\]/, () => moreMigrations),
  )
  const { table, index } = expectedChanges
  writeFileSync(
    join(folder, 'server/db/schema.postgres.sql'),
    readExpectedSchema('postgres')
      .split('\n')
      .filter((line) => !line.startsWith(index))
      .join('\n')
      .replace(table, (found) => `${found}\n  branch text collate "C",`),
  )
  return join(folder, 'cli/svc.js')
}

/** The new column stands behind the last one of its table. */
const expectedChanges = {
  table:
    /create table verifications \((?:\n {2}[a-z_]+ (?:text|bigint|bytea|integer|double)[^\n]*,)+/,
  index: 'CREATE INDEX scheduled_runs_under_way',
}

function change(file: string, edit: (text: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = edit(before)
  if (after === before) throw new Error(`${file} is not as expected`)
  writeFileSync(file, after)
}
