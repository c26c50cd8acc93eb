// Holds requests that need a fresh proof until the user gives it or declines. Concurrent requests
// share one question and get the same answer.

export interface ProofRequest {
  /** Resolves to whether the proof was given. */
  ask(): Promise<boolean>
  answer(given: boolean): void
  isAsked(): boolean
  subscribe(onChange: () => void): () => void
}

export function createProofRequest(): ProofRequest {
  let waiting: ((given: boolean) => void) | undefined
  let question: Promise<boolean> | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      question ??= new Promise((resolve) => {
        waiting = resolve
        queueMicrotask(tell)
      })
      return question
    },
    answer(given) {
      waiting?.(given)
      waiting = undefined
      question = undefined
      tell()
    },
    isAsked: () => waiting !== undefined,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
