import type { CaseJson } from '../../../../server/console-api/case-json.ts'

export function Pictures({ opened }: { readonly opened: CaseJson }) {
  return <section>{opened.pictures.map(({ role }) => role).join(', ')}</section>
}
