// A limit for what closes at the end of a test: without one, what hangs would stop all tests after it.

/** Several times what a slow machine needs. */
const limitMs = 60_000

/** @throws Error with this text where the work takes longer than a minute; it goes on then */
export async function within<Value>(late: string, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${late} within ${limitMs} ms`)), limitMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
