// Caches webhooks with decrypted secrets between deliveries. Every change of a webhook, by this
// process or another, increments the version of its row; a cached entry with an older version is
// read again.

import { DecryptError } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import type { OpenedWebhook } from './webhook.ts'
import { openWebhook } from './webhook-secrets.ts'
import { findEncryptedSecrets, findWebhook, listVersions } from './webhook-store.ts'

/** `unreadable`: the row exists, but its secrets do not open, so nothing can be signed. */
type CachedWebhook = OpenedWebhook | 'unreadable'

export interface WebhookCache {
  /** Returns the current state of these webhooks; deleted ones are left out. */
  read(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, CachedWebhook>>
  /** Drops all other webhooks from the cache. */
  keepOnly(ids: ReadonlySet<string>): void
}

interface CacheEntry {
  readonly version: number
  readonly webhook: CachedWebhook
}

export function createWebhookCache(needs: { readonly keyring: Keyring }): WebhookCache {
  const cache = new Map<string, CacheEntry>()

  async function open(db: Reader, id: string): Promise<CachedWebhook | undefined> {
    const row = await findWebhook(db, id)
    const encrypted = row && (await findEncryptedSecrets(db, id))
    try {
      return encrypted && openWebhook(needs.keyring, row, encrypted)
    } catch (error) {
      if (error instanceof DecryptError) return 'unreadable'
      throw error
    }
  }

  return {
    async read(db, ids) {
      const versions = await listVersions(db, ids)
      const result = new Map<string, CachedWebhook>()
      for (const id of ids) {
        const version = versions.get(id)
        if (version === undefined) cache.delete(id)
        else if (cache.get(id)?.version !== version) {
          const webhook = await open(db, id)
          if (webhook) cache.set(id, { version, webhook })
          else cache.delete(id)
        }
        const webhook = cache.get(id)?.webhook
        if (webhook) result.set(id, webhook)
      }
      return result
    },
    keepOnly(ids) {
      for (const id of cache.keys()) if (!ids.has(id)) cache.delete(id)
    },
  }
}
