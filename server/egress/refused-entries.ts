// Keeps the entries of the outbound log that the database refused alone, to be tried again apart from new ones, and
// drops those that it never takes.

/** So often again must the database refuse an entry, each time after it took others. */
const refusalsMax = 3

interface RefusedEntries<Entry> {
  readonly size: number
  /** Whether the database took none since the last ones were refused. */
  readonly areAll: boolean
  /** Returns how many were dropped. */
  add(entries: readonly Entry[]): number
  /** Takes all of them out, to be written. */
  takeAll(): readonly Entry[]
  /** Tells that a write succeeded. */
  noteWritten(entries: readonly Entry[]): void
}

export function createRefusedEntries<Entry>(): RefusedEntries<Entry> {
  let entries: Entry[] = []
  const refusals = new Map<Entry, { readonly count: number; readonly writes: number }>()
  let writes = 0
  let writesAtRefusal: number | undefined
  return {
    get size() {
      return entries.length
    },
    get areAll() {
      return writesAtRefusal === writes
    },
    add(refused) {
      if (refused.length > 0) writesAtRefusal = writes
      for (const entry of refused) {
        const before = refusals.get(entry) ?? { count: 0, writes }
        const count = before.count + (before.writes < writes ? 1 : 0)
        refusals.set(entry, { count, writes })
      }
      const hopeless = refused.filter((entry) => refusals.get(entry)?.count === refusalsMax)
      for (const entry of hopeless) refusals.delete(entry)
      entries.push(...refused.filter((entry) => refusals.has(entry)))
      return hopeless.length
    },
    takeAll() {
      const taken = entries
      entries = []
      return taken
    },
    noteWritten(written) {
      writes += 1
      for (const entry of written) refusals.delete(entry)
    },
  }
}
