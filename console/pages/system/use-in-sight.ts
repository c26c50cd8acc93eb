// Scrolls to a part of the page that the address names, once for each name.

import { type RefObject, useEffect, useRef } from 'react'

/** @param name null where the address names nothing here */
export function useInSight<Part extends Element>(name: string | null): RefObject<Part | null> {
  const place = useRef<Part>(null)
  useEffect(() => {
    if (name !== null) place.current?.scrollIntoView({ block: 'center' })
  }, [name])
  return place
}
