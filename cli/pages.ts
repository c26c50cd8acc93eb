// Reads all pages of a list.

import type { PageRequest } from '../server/kernel/page.ts'
import { pageLimitMax } from '../server/kernel/page.ts'

/** @throws the reason of `signal` once that aborts */
export async function readEveryPage<Item extends { readonly id: string }>(
  readPage: (page: PageRequest) => Promise<readonly Item[]>,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const items: Item[] = []
  for (;;) {
    signal.throwIfAborted()
    // One extra row shows whether there is another page.
    const rows = await readPage({ limit: pageLimitMax, after: items.at(-1)?.id })
    items.push(...rows.slice(0, pageLimitMax))
    if (rows.length <= pageLimitMax) return items
  }
}
