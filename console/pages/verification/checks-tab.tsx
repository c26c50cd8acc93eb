import type { CasePartProps } from './case-parts.tsx'

export function ChecksTab({ opened }: CasePartProps) {
  return <p>{opened.status}</p>
}
