// The rights of the role that runs the product: rows may be read and written, but entries that must never change may
// not, and no table may be made, altered or emptied.

import { initialTables } from '../migrations/0001-initial.ts'

/** Returns the statements that give `role` these rights, for the owner of the tables. */
export function grantTo(role: string): string {
  const to = quoted(role)
  const statements = [
    `do $grant$ begin execute format('grant usage on schema %I to %I', current_schema(), ${literal(role)}); end $grant$`,
    ...initialTables.map(({ name, refusals }) => {
      const refused = refusals.map(({ change }) => change)
      const rights = ['select', 'insert', 'update', 'delete'].filter(
        (right) => !refused.some((one) => one === right),
      )
      return `revoke all on ${quoted(name)} from ${to}; grant ${rights.join(', ')} on ${quoted(name)} to ${to}`
    }),
    `grant select on schema_migrations to ${to}`,
  ]
  return statements.map((statement) => `${statement};\n`).join('')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
