// Repeats work that is done in batches, so that each transaction stays short and other writes do not wait.

/**
 * Calls `batch` until it finds fewer rows than `limit`, the most that one call takes.
 * @param batch returns how many rows it found
 * @returns how many rows all calls found; what `batch` throws ends them
 */
export async function untilFewer(limit: number, batch: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await batch()
    total += count
    if (count < limit) return total
  }
}
