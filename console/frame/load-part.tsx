// Makes a component of a part that a page seldom draws: its code is loaded when it is first drawn.

import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'

/** @param waiting Drawn until the code has arrived. */
export function loadPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: ReactNode,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => <Suspense fallback={waiting}>{createElement(Part, props)}</Suspense>
}
