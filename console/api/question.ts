// Holds requests until the user has answered a question: has given a fresh proof, has signed in again. Concurrent
// requests share one question and get the same answer.

export interface Question {
  /** Resolves to whether the user did what was asked. */
  ask(): Promise<boolean>
  answer(isDone: boolean): void
  isAsked(): boolean
  subscribe(onChange: () => void): () => void
}

export function createQuestion(): Question {
  let waiting: ((isDone: boolean) => void) | undefined
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
    answer(isDone) {
      waiting?.(isDone)
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
