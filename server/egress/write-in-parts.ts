// Writes entries in ever smaller parts, for a database that took not all of them together: one that it never takes
// holds up no other.

import { meetsLockedRows, storageTroubleOf } from '../db/storage-trouble.ts'

interface Unwritten<Entry> {
  /** Of these it is not known whether the database takes them. */
  readonly kept: readonly Entry[]
  /** Each was refused alone. */
  readonly refused: readonly Entry[]
}

/** So many are enough for several bad entries among ten thousand; where all are refused, more are of no use. */
const failuresMax = 64

/** @param error Why all of them together were not written */
export async function writeInParts<Entry>(
  entries: readonly Entry[],
  error: unknown,
  write: (part: readonly Entry[]) => Promise<void>,
): Promise<Unwritten<Entry>> {
  if (mayPass(error)) return { kept: entries, refused: [] }
  if (entries.length === 1) return { kept: [], refused: entries }
  const refused: Entry[] = []
  const parts = halvesOf(entries)
  for (let failures = 0; failures < failuresMax; ) {
    const part = parts.shift()
    if (part === undefined) break
    const failure = await write(part).then(() => undefined, Object)
    if (failure === undefined) continue
    failures += 1
    if (mayPass(failure)) return { kept: [...part, ...parts.flat()], refused }
    if (part.length > 1) parts.unshift(...halvesOf(part))
    else refused.push(...part)
  }
  return { kept: parts.flat(), refused }
}

/** Then waiting helps, and smaller parts do not. */
function mayPass(error: unknown): boolean {
  return storageTroubleOf(error) !== undefined || meetsLockedRows(error)
}

function halvesOf<Entry>(entries: readonly Entry[]): (readonly Entry[])[] {
  const middle = Math.ceil(entries.length / 2)
  return [entries.slice(0, middle), entries.slice(middle)].filter((half) => half.length > 0)
}
