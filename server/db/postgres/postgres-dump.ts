// Writes the schema of a PostgreSQL database as text, from the catalogue and in a stable order, so that it can be
// compared with the one that this release expects. Releases 15 to 18 give the same text.

import { CompiledQuery, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

interface Part {
  readonly kind: 'column' | 'constraint' | 'index' | 'trigger'
  readonly table: string
  readonly text: string
}

/** One row for each part of each table of the current schema. Not-null constraints are part of their columns. */
const parts = CompiledQuery.raw(`
with tables as (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
)
select * from (
select 'column' as kind, t.relname::text as table, 1 as rank, a.attnum::int as place,
  quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when l.collname is null then '' else ' collate ' || quote_ident(l.collname) end
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as text
from tables t
join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
join pg_type y on y.oid = a.atttypid
left join pg_collation l on l.oid = a.attcollation and a.attcollation <> y.typcollation
left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
union all
select 'constraint', t.relname::text, 2, 0, pg_get_constraintdef(k.oid)
from tables t join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c')
union all
select 'index', t.relname::text, 3, 0,
  replace(pg_get_indexdef(i.indexrelid), ' ON ' || quote_ident(current_schema()) || '.', ' ON ')
from tables t join pg_index i on i.indrelid = t.oid
where not exists (select from pg_constraint k where k.conindid = i.indexrelid)
union all
select 'trigger', t.relname::text, 4, 0,
  replace(pg_get_triggerdef(g.oid), quote_ident(current_schema()) || '.', '') || ' as ' || btrim(p.prosrc, E' \\n')
from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
join pg_proc p on p.oid = g.tgfoid
) as parts
order by parts.table collate "C", rank, place, text collate "C"`)

export async function dumpCatalogue(db: Kysely<Schema>): Promise<string> {
  const { rows } = await db.executeQuery<Part>(parts)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].map(([table, found]) => dumpTable(table, found)).join('\n')
}

function dumpTable(table: string, found: readonly Part[]): string {
  const isInside = ({ kind }: Part) => kind === 'column' || kind === 'constraint'
  const inside = found.filter(isInside).map(({ text }) => `  ${text}`)
  const after = found.filter((part) => !isInside(part)).map(({ text }) => `${text};\n`)
  return `create table ${table} (\n${inside.join(',\n')}\n);\n${after.join('')}`
}
