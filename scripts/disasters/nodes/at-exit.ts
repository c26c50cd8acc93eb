// Ends what a storm has started when its process exits, however it ends.

/**
 * Returns how to forget it, once it has ended by itself: otherwise a process that opens many scenes would collect them.
 */
export function atExit(end: () => unknown): () => void {
  process.once('exit', end)
  return () => void process.off('exit', end)
}
