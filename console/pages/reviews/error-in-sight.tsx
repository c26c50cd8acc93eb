// A refusal beside the form that it answers, brought into sight: the bar of the decision may stand over the
// place where it appears.

import { useEffect, useRef } from 'react'
import type { Refusal } from '../../api/refusal.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'

export function ErrorInSight({ error }: { readonly error: Refusal }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal anew
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for what ends the effect.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={place} data-in-sight>
      <ErrorState error={error} />
    </div>
  )
}
