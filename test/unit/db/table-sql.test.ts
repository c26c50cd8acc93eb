import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { initialTables } from '../../../server/db/migrations/0001-initial.ts'
import {
  blobColumn,
  integerColumn,
  realColumn,
  type TableDefinition,
  table,
  textColumn,
} from '../../../server/db/migrations/define-table.ts'
import { createTables } from '../../../server/db/migrations/table-sql.ts'

/** Each table, what was made of it, and the SQL for SQLite. */
const cases: readonly (readonly [name: string, made: TableDefinition, sql: string])[] = [
  [
    'columns of every type, which have a value unless they are nullable',
    table('cats', {
      id: textColumn.key,
      age: integerColumn,
      weight: realColumn.nullable,
      face: blobColumn.unique,
    }),
    `create table "cats" (
  "id" text not null primary key,
  "age" integer not null,
  "weight" real,
  "face" blob not null unique
) strict;
`,
  ],
  [
    'a default, a reference and a table of one row',
    table('home', {
      only: integerColumn.key.always(1),
      name: textColumn.default("cat's"),
      cat_id: textColumn.nullable.unique.references('cats'),
    }),
    `create table "home" (
  "only" integer not null primary key check ("only" = 1),
  "name" text not null default 'cat''s',
  "cat_id" text unique references "cats" ("id")
) strict;
`,
  ],
  [
    'keys of several columns',
    table('meals', { cat: textColumn, day: integerColumn, dish: textColumn })
      .key('cat', 'day')
      .unique('cat', 'dish'),
    `create table "meals" (
  "cat" text not null,
  "day" integer not null,
  "dish" text not null,
  primary key ("cat", "day"),
  unique ("cat", "dish")
) strict;
`,
  ],
  [
    'indexes, named after their columns or otherwise, of all rows or of some',
    table('naps', { day: integerColumn, cat: textColumn })
      .index(['day', 'cat'])
      .index(['cat'], { name: 'long_naps', where: 'day > 3' }),
    `create table "naps" (
  "day" integer not null,
  "cat" text not null
) strict;
create index "naps_by_day_cat" on "naps" ("day", "cat");
create index "long_naps" on "naps" ("cat") where day > 3;
`,
  ],
  [
    'changes that are refused',
    table('notes', { at: integerColumn })
      .refuses('update', 'notes stay')
      .refuses('delete', "cats don't forget"),
    `create table "notes" (
  "at" integer not null
) strict;
create trigger "notes_are_not_changed" before update on "notes"
begin select raise(abort, 'notes stay'); end;
create trigger "notes_are_not_removed" before delete on "notes"
begin select raise(abort, 'cats don''t forget'); end;
`,
  ],
]

describe('the SQL of a table has', () => {
  for (const [name, made, sql] of cases) {
    test(name, () => {
      assert.equal(createTables([made], 'sqlite'), sql)
    })
  }
})

test('a word that follows a column or a table leaves the one before as it was', () => {
  const cats = table('cats', { id: textColumn })
  cats.key('id').index(['id']).refuses('update', 'no')
  assert.equal(
    createTables([cats], 'sqlite'),
    'create table "cats" (\n  "id" text not null\n) strict;\n',
  )
})

test('every table stands after those that it refers to, and none twice', () => {
  const known = new Set<string>()
  for (const { name, columns } of initialTables) {
    assert.ok(!known.has(name), name)
    for (const { referredTable } of Object.values(columns)) {
      assert.ok(
        referredTable === undefined || known.has(referredTable),
        `${name}: ${referredTable}`,
      )
    }
    known.add(name)
  }
})
