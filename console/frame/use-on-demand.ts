// Loads a component that a page is first shown without: menus, tooltips, notifications.

import { type ComponentType, useCallback, useEffect, useState } from 'react'

/**
 * Returns the component once it is loaded, and the function that loads it. If it cannot be loaded, the page stays as
 * it is and may ask again: React's lazy would show an error page.
 * @param load The same function in every call.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<ComponentType<Props> | undefined>(undefined)
  const ask = useCallback(
    () =>
      load().then(
        (component) => setLoaded(() => component),
        () => undefined,
      ),
    [load],
  )
  return [loaded, ask] as const
}

/** Like `useOnDemand`, for a component that is loaded as soon as it is wanted. */
export function useWhenWanted<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [loaded, ask] = useOnDemand(load)
  useEffect(() => {
    if (isWanted) void ask()
  }, [isWanted, ask])
  return loaded
}

/** Loads beforehand what `useOnDemand` loads, so that it works even if the appliance no longer answers. */
export function useLoadAhead(isWanted: boolean, load: () => Promise<unknown>): void {
  useEffect(() => {
    if (isWanted) load().catch(() => undefined)
  }, [isWanted, load])
}
