// Work that a button starts: whether it is under way, and why it failed.

import { useState } from 'react'

interface Attempt {
  readonly isBusy: boolean
  /** Of the last work that failed; undefined once the next begins. */
  readonly error: unknown
  attempt(work: () => Promise<unknown>): Promise<void>
}

export function useAttempt(): Attempt {
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return { isBusy, error, attempt }
}
