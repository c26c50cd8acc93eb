// Starts a thread beside work that goes on without it meanwhile, because a start takes longer than that work.

import { codeOf } from './has-code.ts'
import type { Thread } from './thread.ts'

/** A thread that died, or could not start, is tried again after this. */
const retryAfterMs = 60_000

interface ThreadStart {
  /** Whether the thread answers. */
  isReady(): boolean
  /** Starts the thread in the background unless it is started, or could not be within the last minute. */
  startOnce(): void
}

/**
 * @param first a request that changes nothing; its answer tells that the thread runs
 * @param onFailed gets the code of the error
 */
export function createThreadStart<Request>(
  thread: Pick<Thread<Request>, 'ask' | 'isStarted'>,
  first: Request,
  onFailed: (code: string) => void,
): ThreadStart {
  let state: 'absent' | 'starting' | 'ready' = 'absent'
  let retryFrom = 0

  async function start(): Promise<void> {
    state = 'starting'
    try {
      await thread.ask(first)
      state = 'ready'
    } catch (error) {
      state = 'absent'
      retryFrom = performance.now() + retryAfterMs
      onFailed(codeOf(error))
    }
  }

  return {
    isReady() {
      if (state === 'ready' && !thread.isStarted) state = 'absent'
      return state === 'ready'
    },
    startOnce() {
      if (state === 'absent' && performance.now() > retryFrom) void start()
    },
  }
}
