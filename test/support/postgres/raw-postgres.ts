// The few methods of SQLite's raw connection that tests use, so that the same tests run on PostgreSQL. Values are
// written into the text: for tests only.

import { askInPlace } from './sync-postgres.ts'

type Row = Record<string, unknown>

/** Same shape as better-sqlite3's statement. */
function statement(url: string, text: string, isPlucked = false) {
  const bound = (values: readonly unknown[]) => {
    const left = values.flat()
    return text.replaceAll('?', () => literal(left.shift()))
  }
  const all = (...values: unknown[]) => {
    const rows = readRows(url, bound(values))
    return isPlucked ? rows.map((row) => Object.values(row)[0]) : rows
  }
  return {
    pluck: () => statement(url, text, true),
    all,
    get: (...values: unknown[]) => all(...values)[0],
    run: (...values: unknown[]) => run(url, bound(values)),
  }
}

export function rawOnPostgres(url: string) {
  return {
    prepare: (text: string) => statement(url, text),
    // A database is used by many tests: `giveBack` of postgres.ts enables the triggers again.
    exec: (text: string) => run(url, onPostgres(text)),
    transaction:
      <Result>(work: () => Result) =>
      () =>
        work(),
    pragma: () => refuse(),
    get name() {
      return refuse()
    },
    get open() {
      return refuse()
    },
  }
}

const disabled = 'alter table audit_entries disable trigger $1'
const refusing = `create function $1_insert() returns trigger language plpgsql
  as $$f$$ begin raise exception '$3'; end $$f$$;
  create trigger $1 before insert on $2 for each row execute function $1_insert()`

/** Triggers that tests make to refuse writes, in the words of PostgreSQL. */
function onPostgres(text: string): string {
  return text
    .replace(/^drop trigger (audit_entries\w+)$/, disabled)
    .replace(/^drop trigger (\w+)$/, 'drop function $1_insert() cascade')
    .replace(
      /^create trigger (\w+) before insert on (\w+) begin select raise\(abort, '(\w+)'\); end$/,
      refusing,
    )
}

function refuse(): never {
  throw new Error('this test is about SQLite: mark it with onSqlite')
}

function readRows(url: string, text: string): readonly Row[] {
  const asked = `select coalesce(json_agg(rows), '[]') from (${text.replace(/;\s*$/, '')}) as rows`
  return askInPlace(url, asked) as readonly Row[]
}

function run(url: string, text: string): void {
  askInPlace(url, text)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}
