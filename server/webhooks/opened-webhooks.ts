// Webhooks with their secrets open, kept in memory between deliveries. A change by anyone, in this
// process or another, counts up the row's version, and what is kept is read again.

import type { Keyring } from '../crypto/keyring.ts'
import { UnsealError } from '../crypto/seal.ts'
import type { Reader } from '../db/transaction.ts'
import type { OpenedWebhook } from './webhook.ts'
import { openWebhook } from './webhook-secrets.ts'
import { findSealedSecrets, findWebhook, listVersions } from './webhook-store.ts'

/** `unreadable`: its row is there, but its secrets do not open, so that nothing can be signed. */
export type Standing = OpenedWebhook | 'unreadable'

export interface OpenedWebhooks {
  /** As they stand now; deleted ones are left out. */
  read(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Standing>>
  /** Lets go of all but these. */
  keepOnly(ids: ReadonlySet<string>): void
}

interface Kept {
  readonly version: number
  readonly standing: Standing
}

export function createOpenedWebhooks(needs: { readonly keyring: Keyring }): OpenedWebhooks {
  const kept = new Map<string, Kept>()

  async function open(db: Reader, id: string): Promise<Standing | undefined> {
    const webhook = await findWebhook(db, id)
    const sealed = webhook && (await findSealedSecrets(db, id))
    try {
      return sealed && openWebhook(needs.keyring, webhook, sealed)
    } catch (error) {
      if (error instanceof UnsealError) return 'unreadable'
      throw error
    }
  }

  return {
    async read(db, ids) {
      const versions = await listVersions(db, ids)
      const found = new Map<string, Standing>()
      for (const id of ids) {
        const version = versions.get(id)
        if (version === undefined) kept.delete(id)
        else if (kept.get(id)?.version !== version) {
          const standing = await open(db, id)
          if (standing) kept.set(id, { version, standing })
          else kept.delete(id)
        }
        const standing = kept.get(id)?.standing
        if (standing) found.set(id, standing)
      }
      return found
    },
    keepOnly(ids) {
      for (const id of kept.keys()) if (!ids.has(id)) kept.delete(id)
    },
  }
}
