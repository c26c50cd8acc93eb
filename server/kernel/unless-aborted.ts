// Ends the wait for work that goes on by itself when a signal aborts.

/**
 * Resolves with the result of `work`, or with `whenAborted()` once the signal aborts.
 * @throws what `work` throws before that
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  whenAborted: () => Result,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  const giveUp = () => resolve(whenAborted())
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
