// The claim on a review: remaining time by the server's clock, and renewal while the user works.
// Without activity it expires, so that nobody blocks a review over lunch.

import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'

const everyMs = 5_000
/** Renewed after this many seconds of use. */
const usedBeforeRenewalSeconds = 150
const claimSeconds = 600
/** The user counts as active for this long after the last input, in milliseconds. */
const workingMs = 120_000

interface Held {
  readonly claim: { readonly seconds_left: number } | null
}

/** @param readAt When the claim was read, in milliseconds of this machine's clock */
export function useSecondsLeft(held: Held | undefined, readAt: number): number {
  const nowMs = useNow()
  const left = held?.claim?.seconds_left ?? 0
  return Math.max(0, left - Math.max(0, nowMs - readAt) / 1000)
}

interface Renewal {
  readonly isMine: boolean
  readonly secondsLeft: number
  readonly renew: () => void
}

export function useRenewal({ isMine, secondsLeft, renew }: Renewal): void {
  const activeAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const note = () => {
      activeAt.current = Date.now()
    }
    const signs = ['keydown', 'pointerdown', 'wheel'] as const
    for (const sign of signs) addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, note)
    }
  }, [])
  const renewWhereActive = useEffectEvent(() => {
    const isWorking = Date.now() - activeAt.current < workingMs
    if (isMine && isWorking && claimSeconds - secondsLeft > usedBeforeRenewalSeconds) renew()
  })
  useEffect(() => {
    const timer = setInterval(() => renewWhereActive(), everyMs)
    return () => clearInterval(timer)
  }, [])
}

function useNow(): number {
  const [nowMs, setNow] = useState(() => Date.now())
  useEffect(() => {
    // Draws the panel and the bar, which a key pressed meanwhile does not wait for.
    const tick = () => startTransition(() => setNow(Date.now()))
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
