// Encrypts and decrypts the secrets of a webhook: the signing secrets, which must be readable to
// sign with, and the private key of its client certificate.

import { z } from 'zod'
import { tryDecrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { SecretState } from './sign.ts'
import type { EncryptedSecrets, OpenedWebhook, ReadWebhook, Webhook } from './webhook.ts'

type SecretsKeyring = Pick<Keyring, 'encryptSmall' | 'decryptSmall'>

const secretsShape = z.object({
  current: z.string(),
  next: z.object({ secret: z.string(), activatesAt: z.number() }).optional(),
})

export function encryptSecrets(keyring: SecretsKeyring, id: string, secrets: SecretState): Buffer {
  const plaintext = Buffer.from(JSON.stringify(secrets))
  return keyring.encryptSmall('webhook', plaintext, `webhooks.secrets:${id}`)
}

/** @throws DecryptError */
export function openSecrets(keyring: SecretsKeyring, id: string, encrypted: Buffer): SecretState {
  const opened = keyring.decryptSmall('webhook', encrypted, `webhooks.secrets:${id}`)
  const { current, next } = secretsShape.parse(JSON.parse(opened.toString('utf8')))
  return { current, next }
}

export function encryptClientKey(
  keyring: SecretsKeyring,
  id: string,
  pem: string | undefined,
): Buffer | undefined {
  if (pem === undefined) return undefined
  return keyring.encryptSmall('webhook', Buffer.from(pem), `webhooks.client_key:${id}`)
}

/** @throws DecryptError */
export function openWebhook(
  keyring: SecretsKeyring,
  webhook: Webhook,
  encrypted: EncryptedSecrets,
): OpenedWebhook {
  const { id } = webhook
  return {
    ...webhook,
    secrets: openSecrets(keyring, id, encrypted.secrets),
    clientKey: openClientKey(keyring, id, encrypted.clientKey),
  }
}

/** Like `openWebhook`, but secrets that do not open are undefined. */
export function readSecrets(
  keyring: SecretsKeyring,
  webhook: Webhook,
  encrypted: EncryptedSecrets,
): ReadWebhook {
  const { id } = webhook
  return {
    ...webhook,
    secrets: tryDecrypt(() => openSecrets(keyring, id, encrypted.secrets)),
    clientKey: tryDecrypt(() => openClientKey(keyring, id, encrypted.clientKey)),
  }
}

function openClientKey(
  keyring: SecretsKeyring,
  id: string,
  encrypted: Buffer | undefined,
): string | undefined {
  return (
    encrypted &&
    keyring.decryptSmall('webhook', encrypted, `webhooks.client_key:${id}`).toString('utf8')
  )
}
