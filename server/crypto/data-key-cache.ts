// Keeps data keys for up to a minute after they were opened, in memory: a verification is completed, delivered and read
// within moments, and unwrapping its key costs more than what is then decrypted with it.

import type { Clock } from '../kernel/clock.ts'
import type { EncryptionKey } from './encrypt.ts'

const keptMs = 60_000
/** When there are more, the oldest is dropped. */
export const cachedKeysMax = 500

export interface DataKeyCache {
  /** Returns the key if it was opened from these very bytes; so a key that is no longer stored is not found. */
  find(subjectId: string, wrapped: Buffer): EncryptionKey | undefined
  keep(subjectId: string, wrapped: Buffer, key: EncryptionKey): void
  clear(): void
}

export function createDataKeyCache(clock: Pick<Clock, 'after'>): DataKeyCache {
  const cached = new Map<string, { readonly wrapped: Buffer; readonly key: EncryptionKey }>()
  const clear = () => cached.clear()
  return {
    find(subjectId, wrapped) {
      const known = cached.get(subjectId)
      return known?.wrapped.equals(wrapped) ? known.key : undefined
    },
    keep(subjectId, wrapped, key) {
      if (cached.size === 0) clock.after(keptMs, clear)
      if (cached.size >= cachedKeysMax) cached.delete(cached.keys().next().value ?? '')
      cached.set(subjectId, { wrapped, key })
    },
    clear,
  }
}
