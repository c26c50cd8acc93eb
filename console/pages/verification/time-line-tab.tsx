import type { CasePartProps } from './case-parts.tsx'

export function TimeLineTab({ opened }: CasePartProps) {
  return <p>{opened.status}</p>
}
