// Webhooks with their secrets open, kept in memory between deliveries. A change by anyone, in this
// process or another, counts up the row's version, and what is kept is read again.

import type { Keyring } from '../crypto/keyring.ts'
import { UnsealError } from '../crypto/seal.ts'
import type { Reader } from '../db/transaction.ts'
import type { OpenedWebhook } from './webhook.ts'
import { openWebhook } from './webhook-secrets.ts'
import { findSealedSecrets, findWebhook, listVersions } from './webhook-store.ts'

export interface OpenedWebhooks {
  /** As they stand now; deleted ones are left out, and those whose secrets do not open. */
  read(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, OpenedWebhook>>
}

export function createOpenedWebhooks(needs: { readonly keyring: Keyring }): OpenedWebhooks {
  const kept = new Map<string, OpenedWebhook>()

  async function open(db: Reader, id: string): Promise<OpenedWebhook | undefined> {
    const webhook = await findWebhook(db, id)
    const sealed = webhook && (await findSealedSecrets(db, id))
    try {
      return sealed && openWebhook(needs.keyring, webhook, sealed)
    } catch (error) {
      // A damaged row must not hold up the others.
      if (error instanceof UnsealError) return undefined
      throw error
    }
  }

  return {
    async read(db, ids) {
      const versions = await listVersions(db, ids)
      for (const id of ids) {
        if (kept.get(id)?.version === versions.get(id)) continue
        const opened = await open(db, id)
        if (opened) kept.set(id, opened)
        else kept.delete(id)
      }
      const found = new Map<string, OpenedWebhook>()
      for (const id of ids) {
        const webhook = kept.get(id)
        if (webhook) found.set(id, webhook)
      }
      return found
    },
  }
}
