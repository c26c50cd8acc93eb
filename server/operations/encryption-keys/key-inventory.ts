// The inventory of cryptographic keys: purpose, algorithm, recommended life and due date of each. Pure; computed from
// data of the database, the settings and the certificates, and shows no secret.

import { isRotatable, type KeyPurpose } from '../../crypto/purpose-key.ts'
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import { type GivenFacts, givenKeys } from './given-keys.ts'
import type { InventoryKey } from './inventory-key.ts'
import type { KeyCount, StoredKeys, StoredPurposeKey } from './key-facts-view.ts'

/**
 * Recommended life of keys that this product creates, in months. Certificates live until they expire. A data key
 * encrypts one verification and ends with it. A purpose key that cannot be rotated lives as long as the master key.
 * Credentials of the provider and the scoring engine are dated by their issuers.
 */
export const lifeMonths = { master_key: 24, purpose_key: 24, webhook_secret: 12 } as const

interface InventoryFacts {
  readonly nowMs: number
  readonly masterKeyId: string
  readonly stored: StoredKeys
  /** undefined if this server uses plain HTTP, or its proxy has the certificate. */
  readonly listener: CertificateFacts | undefined
  readonly scoringClient: CertificateFacts | undefined
  readonly given: GivenFacts
}

export function keyInventory(facts: InventoryFacts): readonly InventoryKey[] {
  return [
    masterKey(facts),
    ...purposeKeys(facts),
    ...dataKeys(facts),
    ...apiKeys(facts),
    authenticatorSecrets(facts),
    ...webhookKeys(facts),
    ...certificate(facts, facts.listener, listenerNames),
    ...certificate(facts, facts.scoringClient, scoringNames),
    ...certificateKeys(facts),
    ...givenKeys(facts.given),
  ]
}

const aes = { algorithm: 'AES-256-GCM', bits: 256 }
const hmac = { algorithm: 'HMAC-SHA-256', bits: 256 }
const ofMasterKey = { kind: 'master_key' } as const
const ofOwner = { kind: 'owner' } as const
const inMonths = (months: number) => ({ kind: 'months', months }) as const

function masterKey({ stored, masterKeyId, nowMs }: InventoryFacts): InventoryKey {
  const since = stored.masterKeyUsedSince
  return {
    name: 'master_key',
    subject: masterKeyId,
    purpose: 'wraps the purpose keys',
    algorithm: 'HKDF-SHA-256',
    bits: 256,
    ...one(since),
    life: inMonths(lifeMonths.master_key),
    ...dueOn(afterMonths(since, lifeMonths.master_key), nowMs),
  }
}

const uses: Readonly<Record<KeyPurpose, string>> = {
  wrapping: 'wraps data keys',
  seal_idempotency: 'encrypts kept answers of requests with an idempotency key',
  seal_webhook: 'encrypts secrets and client keys of webhooks',
  seal_event: 'encrypts bodies of events',
  seal_user: 'encrypts the secrets of authenticator apps',
  seal_approval: 'encrypts what an approval is about',
  seal_certificate: 'encrypts the keys that sign certificates of erasure',
  mac_settings: 'digests of the settings of the last start',
  mac_api_key: 'pepper: digests of API keys',
  mac_blind_index: 'finds an identity number without storing it readable',
  mac_idempotency: 'digests of idempotency keys and requests',
  mac_audit: 'chain of the audit log, digests of outcomes',
  mac_user: 'digests of sessions, links and recovery codes, CSRF tokens',
}

function purposeKeys(facts: InventoryFacts): readonly InventoryKey[] {
  return facts.stored.purposeKeys.map((key) => ({
    name: key.purpose,
    subject: key.id,
    purpose: uses[key.purpose],
    ...(key.purpose.startsWith('mac_') ? hmac : aes),
    ...one(key.createdAt),
    ...lifeOf(key, facts),
  }))
}

function lifeOf(
  { purpose, createdAt, isCurrent }: StoredPurposeKey,
  { stored, nowMs }: InventoryFacts,
): Pick<InventoryKey, 'life' | 'dueAt' | 'state'> {
  if (!isCurrent) return { life: { kind: 'rotation' }, ...never }
  if (isRotatable(purpose)) {
    const months = lifeMonths.purpose_key
    return { life: inMonths(months), ...dueOn(afterMonths(createdAt, months), nowMs) }
  }
  const months = lifeMonths.master_key
  return { life: ofMasterKey, ...dueOn(afterMonths(stored.masterKeyUsedSince, months), nowMs) }
}

function dataKeys({ stored }: InventoryFacts): readonly InventoryKey[] {
  return countsUnder(stored.dataKeys, currentId(stored, 'wrapping')).map(([subject, counted]) => ({
    name: 'data_key',
    subject,
    purpose: 'encrypts the personal data and images of one verification',
    ...aes,
    ...counted,
    life: { kind: 'verification' },
    ...never,
  }))
}

function apiKeys({ stored }: InventoryFacts): readonly InventoryKey[] {
  return countsUnder(stored.apiKeys, currentId(stored, 'mac_api_key')).map(
    ([subject, counted]) => ({
      name: 'api_key',
      subject,
      purpose: 'authenticates a client; only its digest is stored',
      algorithm: 'random text',
      bits: 256,
      ...counted,
      life: ofOwner,
      ...never,
    }),
  )
}

function authenticatorSecrets({ stored }: InventoryFacts): InventoryKey {
  return {
    name: 'authenticator_secret',
    subject: undefined,
    purpose: 'second factor of a user of the console',
    algorithm: 'HMAC-SHA-1 (TOTP)',
    bits: 160,
    count: stored.authenticatorSecrets,
    oldestAt: undefined,
    newestAt: undefined,
    life: ofOwner,
    ...never,
  }
}

function webhookKeys(facts: InventoryFacts): readonly InventoryKey[] {
  return facts.stored.webhooks.flatMap(({ id, secretMadeAt, clientCertificate }) => [
    {
      name: 'webhook_secret',
      subject: id,
      purpose: 'signs deliveries to the webhook endpoint',
      ...hmac,
      ...one(secretMadeAt),
      life: inMonths(lifeMonths.webhook_secret),
      ...dueOn(afterMonths(secretMadeAt, lifeMonths.webhook_secret), facts.nowMs),
    },
    ...certificate(facts, readIfAny(clientCertificate), {
      ...webhookNames,
      subject: id,
    }),
  ])
}

function readIfAny(pem: string | undefined): CertificateFacts | undefined {
  return pem === undefined ? undefined : certificateFacts(pem)
}

interface CertificateNames {
  readonly name: string
  readonly purpose: string
  readonly subject?: string
}

const webhookNames = {
  name: 'webhook_client_certificate',
  purpose: 'authenticates us to a receiver that requires a client certificate',
}
const listenerNames = {
  name: 'listener_certificate',
  purpose: 'authenticates this server over TLS',
}
const scoringNames = {
  name: 'scoring_client_certificate',
  purpose: 'authenticates us to the scoring engine',
}

function certificate(
  { nowMs }: InventoryFacts,
  facts: CertificateFacts | undefined,
  { name, purpose, subject }: CertificateNames,
): readonly InventoryKey[] {
  if (facts === undefined) return []
  const life = { kind: 'expiry' } as const
  if (facts.kind === 'unreadable') {
    const unknown = { algorithm: 'unknown', bits: undefined, ...one(undefined), dueAt: undefined }
    return [{ name, subject, purpose, ...unknown, life, state: 'unreadable' }]
  }
  const { algorithm, bits, validFrom, expiresAt } = facts
  const about = { name, subject: subject ?? facts.subject, purpose, algorithm, bits }
  return [{ ...about, ...one(validFrom), life, ...dueOn(expiresAt, nowMs) }]
}

function certificateKeys({ stored }: InventoryFacts): readonly InventoryKey[] {
  return stored.certificateKeys.map(({ id, createdAt }) => ({
    name: 'certificate_key',
    subject: id,
    purpose: 'signs certificates of erasure',
    algorithm: 'Ed25519',
    bits: 256,
    ...one(createdAt),
    life: ofOwner,
    ...never,
  }))
}

const never = { dueAt: undefined, state: 'good' } as const

function one(at: number | undefined) {
  return { count: 1, oldestAt: at, newestAt: at }
}

function dueOn(dueAt: number | undefined, nowMs: number) {
  const isOverdue = dueAt !== undefined && dueAt <= nowMs
  return { dueAt, state: isOverdue ? ('overdue' as const) : ('good' as const) }
}

function currentId({ purposeKeys: keys }: StoredKeys, purpose: KeyPurpose): string {
  return keys.find((key) => key.purpose === purpose && key.isCurrent)?.id ?? ''
}

/** Always includes the current key, even with a count of 0. */
function countsUnder(
  counts: ReadonlyMap<string, KeyCount>,
  currentKeyId: string,
): readonly (readonly [string, KeyCount])[] {
  const none = { count: 0, oldestAt: undefined, newestAt: undefined }
  const own = [currentKeyId, counts.get(currentKeyId) ?? none] as const
  return [own, ...[...counts].filter(([under]) => under !== currentKeyId)]
}

/** Returns the same day of a later month, or that month's last day if it is shorter. */
export function afterMonths(at: number | undefined, months: number): number | undefined {
  if (at === undefined) return undefined
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}
