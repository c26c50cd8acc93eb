// Reads files that need not be there.

import { hasCode } from './has-code.ts'

/** Returns undefined if the file or folder is not there. @throws what `work` throws otherwise */
export function unlessGone<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
