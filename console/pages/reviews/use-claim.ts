// The claim on a review: remaining time by the server's clock, and renewal while the user works.
// Without activity it expires, so that nobody blocks a review over lunch.

import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignInRequest } from '../../api/api-context.tsx'
import { useSending } from '../../api/use-api.ts'

const everyMs = 5_000
/** Renewed after this many seconds of use. */
const usedBeforeRenewalSeconds = 150
const claimSeconds = 600
/** The user counts as active for this long after the last input, in milliseconds. */
const workingMs = 120_000

/** A claim as it was read. */
export interface TimedClaim {
  readonly claim: { readonly seconds_left: number } | null
  /** When it was read, in milliseconds of this machine's clock. */
  readonly readAt: number
}

/** Draws again only when what is made of the seconds left changes; 0 are left where there is no claim. */
export function useOfSecondsLeft<Value extends number | boolean>(
  timed: TimedClaim,
  partOf: (secondsLeft: number) => Value,
): Value {
  const [nowMs, setNow] = useState(() => Date.now())
  const value = partOf(secondsLeftAt(timed, nowMs))
  const look = useEffectEvent(() => {
    const at = Date.now()
    // A key pressed meanwhile does not wait for the page to be drawn.
    if (partOf(secondsLeftAt(timed, at)) !== value) startTransition(() => setNow(at))
  })
  useEffect(() => {
    const timer = setInterval(() => look(), everyMs)
    return () => clearInterval(timer)
  }, [])
  return value
}

function secondsLeftAt({ claim, readAt }: TimedClaim, nowMs: number): number {
  const left = claim?.seconds_left ?? 0
  return Math.max(0, left - Math.max(0, nowMs - readAt) / 1000)
}

const firstSeen = new WeakMap<object, number>()

/**
 * When an answer of the server was first seen here, in milliseconds of this machine's clock. Kept with
 * the answer: the cache holds it for longer than the page, and through readings that are the same.
 */
export function readAtOf(answer: object): number {
  const known = firstSeen.get(answer)
  if (known !== undefined) return known
  const at = Date.now()
  firstSeen.set(answer, at)
  return at
}

interface Renewal {
  readonly isMine: boolean
  readonly timed: TimedClaim
  readonly renew: () => void
}

export function useRenewal({ isMine, timed, renew }: Renewal): void {
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
  const sending = useSending()
  const signIn = useSignInRequest()
  const renewWhereActive = useEffectEvent(() => {
    // What is being sent may end this claim, and renewing it would then take the review back.
    if (signIn.isAway || sending.isNow()) return
    const nowMs = Date.now()
    const isWorking = nowMs - activeAt.current < workingMs
    const usedSeconds = claimSeconds - secondsLeftAt(timed, nowMs)
    if (isMine && isWorking && usedSeconds > usedBeforeRenewalSeconds) renew()
  })
  useEffect(() => {
    const timer = setInterval(() => renewWhereActive(), everyMs)
    return () => clearInterval(timer)
  }, [])
}
