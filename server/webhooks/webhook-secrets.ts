// Seals and opens what a webhook keeps secret: the signing secrets, which must be readable to sign with,
// and the private key of its client certificate.

import { z } from 'zod'
import type { Keyring } from '../crypto/keyring.ts'
import { UnsealError } from '../crypto/seal.ts'
import type { SecretState } from './sign.ts'
import type { OpenedWebhook, ReadWebhook, SealedSecrets, Webhook } from './webhook.ts'

type SecretsKeyring = Pick<Keyring, 'sealSmall' | 'openSmall'>

const secretsShape = z.object({
  current: z.string(),
  next: z.object({ secret: z.string(), activatesAt: z.number() }).optional(),
})

export function sealSecrets(keyring: SecretsKeyring, id: string, secrets: SecretState): Buffer {
  const plaintext = Buffer.from(JSON.stringify(secrets))
  return keyring.sealSmall('webhook', plaintext, `webhooks.secrets:${id}`)
}

/** @throws UnsealError */
export function openSecrets(keyring: SecretsKeyring, id: string, sealed: Buffer): SecretState {
  const opened = keyring.openSmall('webhook', sealed, `webhooks.secrets:${id}`)
  const { current, next } = secretsShape.parse(JSON.parse(opened.toString('utf8')))
  return { current, next }
}

export function sealClientKey(
  keyring: SecretsKeyring,
  id: string,
  pem: string | undefined,
): Buffer | undefined {
  if (pem === undefined) return undefined
  return keyring.sealSmall('webhook', Buffer.from(pem), `webhooks.client_key:${id}`)
}

/** @throws UnsealError */
export function openWebhook(
  keyring: SecretsKeyring,
  webhook: Webhook,
  sealed: SealedSecrets,
): OpenedWebhook {
  const { id } = webhook
  return {
    ...webhook,
    secrets: openSecrets(keyring, id, sealed.secrets),
    clientKey: openClientKey(keyring, id, sealed.clientKey),
  }
}

/** As much of it as opens. */
export function readSecrets(
  keyring: SecretsKeyring,
  webhook: Webhook,
  sealed: SealedSecrets,
): ReadWebhook {
  const { id } = webhook
  return {
    ...webhook,
    secrets: unlessDamaged(() => openSecrets(keyring, id, sealed.secrets)),
    clientKey: unlessDamaged(() => openClientKey(keyring, id, sealed.clientKey)),
  }
}

function openClientKey(
  keyring: SecretsKeyring,
  id: string,
  sealed: Buffer | undefined,
): string | undefined {
  return (
    sealed && keyring.openSmall('webhook', sealed, `webhooks.client_key:${id}`).toString('utf8')
  )
}

function unlessDamaged<Opened>(open: () => Opened): Opened | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}
