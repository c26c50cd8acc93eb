import type { CasePartProps } from './case-parts.tsx'

export function ScoreTab({ opened }: CasePartProps) {
  return <p>{opened.status}</p>
}
