// An error scrolled into view, because the decision bar may cover the place where it appears.

import { useEffect, useRef } from 'react'
import type { ApiRefusal } from '../../api/refusal.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'

export function ErrorInSight({ error }: { readonly error: ApiRefusal }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for each new error
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up function.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div ref={place} data-in-sight>
      <ErrorState error={error} />
    </div>
  )
}
