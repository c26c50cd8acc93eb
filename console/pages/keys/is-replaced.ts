// Tells of a key in the list whether it was rotated. Pure.

import type { KeyJson } from '../../../server/api/keys/key-api.ts'

/** @param items of the list, which has the newest first, so that a key comes after its successor */
export function isReplaced({ id }: KeyJson, items: readonly KeyJson[]): boolean {
  return items.some(({ rotated_from: from }) => from === id)
}
