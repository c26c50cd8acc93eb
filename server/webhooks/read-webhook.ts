// Finds webhooks with their secrets open, for those who show, change or test them.

import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import type { Environment } from '../keys/key.ts'
import { isOpened, type OpenedWebhook, type ReadWebhook, type SealedSecrets } from './webhook.ts'
import { readSecrets } from './webhook-secrets.ts'
import { findSealedSecrets, findWebhook, listWebhooks } from './webhook-store.ts'

export interface ReadWebhookNeeds {
  readonly keyring: Pick<Keyring, 'sealSmall' | 'openSmall'>
}

export interface WebhookName {
  readonly id: string
  /** Whoever names it sees no other; undefined where both are the caller's. */
  readonly environment: Environment | undefined
}

/**
 * What of its secrets does not open is left out.
 * @throws AppError `not_found` for an unknown, a deleted, and one of the other environment alike.
 */
export async function readWebhook(
  needs: ReadWebhookNeeds,
  db: Reader,
  name: WebhookName,
): Promise<ReadWebhook> {
  const { webhook } = await readSealedWebhook(needs, db, name)
  return webhook
}

/** With everything that sending needs. @throws AppError `not_found`; `conflict` where it does not open */
export async function openToSend(
  needs: ReadWebhookNeeds,
  db: Reader,
  name: WebhookName,
): Promise<OpenedWebhook> {
  const webhook = await readWebhook(needs, db, name)
  if (isOpened(webhook)) return webhook
  const damaged =
    webhook.secrets === undefined
      ? 'The secrets of this webhook cannot be opened, so nothing can be signed. Rotate its secret'
      : 'The key of this webhook’s client certificate cannot be opened. Give the certificate again'
  throw new AppError('conflict', `${damaged}, then try again.`)
}

/** Together with what its secrets are kept as, for writing a part of them anew. */
export async function readSealedWebhook(
  { keyring }: ReadWebhookNeeds,
  db: Reader,
  { id, environment }: WebhookName,
): Promise<{ readonly webhook: ReadWebhook; readonly sealed: SealedSecrets }> {
  const webhook = isId('wh', id) ? await findWebhook(db, id, environment) : undefined
  const sealed = webhook && (await findSealedSecrets(db, id))
  if (webhook && sealed) return { webhook: readSecrets(keyring, webhook, sealed), sealed }
  throw new AppError('not_found', 'No webhook has this id. List the webhooks to see their ids.')
}

/** Newest first; one more than asked for, where there is one. */
export async function readWebhooks(
  { keyring }: ReadWebhookNeeds,
  db: Reader,
  filter: Parameters<typeof listWebhooks>[1],
  page: PageRequest,
): Promise<readonly ReadWebhook[]> {
  const rows = await listWebhooks(db, filter, page)
  return rows.map(({ webhook, sealed }) => readSecrets(keyring, webhook, sealed))
}
