// Asks before the page itself leaves, such as for the next review, where text or reasons would be lost.

import { useRef, useState } from 'react'
import type { LeaveGuardProps } from './leave-guard.tsx'

/** Ends once it is known whether it leaves the page. */
export type Act = () => Promise<unknown>

export function useLeaving(isUnsent: () => boolean) {
  const [leaving, setLeaving] = useState<Act | undefined>(undefined)
  /** From the answer to the question until what was asked for has ended. */
  const isAgreed = useRef(false)
  const guard: LeaveGuardProps = {
    isUnsent: () => !isAgreed.current && isUnsent(),
    isAsked: leaving !== undefined,
    onStay: () => setLeaving(undefined),
    onLeave() {
      setLeaving(undefined)
      isAgreed.current = true
      void leaving?.().finally(() => {
        isAgreed.current = false
      })
    },
  }
  const leave = (act: Act) => {
    if (isUnsent()) setLeaving(() => act)
    else void act()
  }
  return { guard, leave }
}
