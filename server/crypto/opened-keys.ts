// Keeps data keys for up to a minute after they were opened, in memory: a verification is completed, delivered and read
// within moments, and unwrapping its key costs more than what is then decrypted with it.

import type { Clock } from '../kernel/clock.ts'
import type { EncryptionKey } from './encrypt.ts'

const keptMs = 60_000
/** When there are more, the oldest is dropped. */
export const openedKeysMax = 500

export interface OpenedKeys {
  /** Returns the key if it was opened from these very bytes; so a key that is no longer stored is not found. */
  find(subjectId: string, wrapped: Buffer): EncryptionKey | undefined
  keep(subjectId: string, wrapped: Buffer, key: EncryptionKey): void
  clear(): void
}

export function createOpenedKeys(clock: Pick<Clock, 'after'>): OpenedKeys {
  const opened = new Map<string, { readonly wrapped: Buffer; readonly key: EncryptionKey }>()
  const clear = () => opened.clear()
  return {
    find(subjectId, wrapped) {
      const known = opened.get(subjectId)
      return known?.wrapped.equals(wrapped) ? known.key : undefined
    },
    keep(subjectId, wrapped, key) {
      if (opened.size === 0) clock.after(keptMs, clear)
      if (opened.size >= openedKeysMax) opened.delete(opened.keys().next().value ?? '')
      opened.set(subjectId, { wrapped, key })
    },
    clear,
  }
}
