// Reads webhooks with their decrypted secrets, to show, change or test them.

import type { Keyring } from '../crypto/keyring.ts'
import type { Reader } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Environment } from '../kernel/environment.ts'
import { isId } from '../kernel/ids.ts'
import type { PageRequest } from '../kernel/page.ts'
import { type EncryptedSecrets, isOpened, type OpenedWebhook, type ReadWebhook } from './webhook.ts'
import { readSecrets } from './webhook-secrets.ts'
import { findEncryptedSecrets, findWebhook, listWebhooks } from './webhook-store.ts'

interface ReadWebhookNeeds {
  readonly keyring: Pick<Keyring, 'encryptSmall' | 'decryptSmall'>
}

export interface WebhookName {
  readonly id: string
  /** Only a webhook of this environment is found; undefined for a console user, who sees both. */
  readonly environment: Environment | undefined
}

/**
 * Secrets that do not open are undefined in the result.
 * @throws AppError `not_found` when the webhook is unknown, deleted or of the other environment
 */
export async function readWebhook(
  needs: ReadWebhookNeeds,
  db: Reader,
  name: WebhookName,
): Promise<ReadWebhook> {
  const { webhook } = await readEncryptedWebhook(needs, db, name)
  return webhook
}

/**
 * Reads a webhook that can be sent to.
 * @throws AppError `not_found`; `conflict` where its secrets do not open
 */
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

/** Also returns the encrypted secrets, so that a caller can replace one and keep the other. */
export async function readEncryptedWebhook(
  { keyring }: ReadWebhookNeeds,
  db: Reader,
  { id, environment }: WebhookName,
): Promise<{ readonly webhook: ReadWebhook; readonly encrypted: EncryptedSecrets }> {
  const webhook = isId('wh', id) ? await findWebhook(db, id, environment) : undefined
  const encrypted = webhook && (await findEncryptedSecrets(db, id))
  if (webhook && encrypted) return { webhook: readSecrets(keyring, webhook, encrypted), encrypted }
  throw noSuchWebhook(environment)
}

/** @param environment the one that was looked in; undefined for both */
export function noSuchWebhook(environment: Environment | undefined): AppError {
  const where = environment === undefined ? '' : ' in this environment'
  const message = `No webhook has this id${where}. List the webhooks to see their ids.`
  return new AppError('not_found', message)
}

/** Newest first. Returns one more than the page's limit when there are more. */
export async function readWebhooks(
  { keyring }: ReadWebhookNeeds,
  db: Reader,
  filter: Parameters<typeof listWebhooks>[1],
  page: PageRequest,
): Promise<readonly ReadWebhook[]> {
  const rows = await listWebhooks(db, filter, page)
  return rows.map(({ webhook, encrypted }) => readSecrets(keyring, webhook, encrypted))
}
