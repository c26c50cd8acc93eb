// The inventory of cryptographic keys: purpose, algorithm, recommended life and due date of each. Pure; computed from
// data of the database, the settings and the certificates, and shows no secret.

import {
  type EncryptionPurpose,
  encryptionPurposes,
  type MacPurpose,
  macPurposes,
} from '../crypto/keyring.ts'
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import type { KeyCount, StoredKeys } from './key-facts-view.ts'

/**
 * Recommended life of keys that this product creates, in months. Certificates live until they expire. A data key
 * encrypts one verification and ends with it. Derived keys live as long as the master key. Credentials of the
 * provider and the scoring engine are dated by their issuers.
 */
export const lifeMonths = { master_key: 24, webhook_secret: 12 } as const

/** What limits a key's life: months, its certificate, its verification, the master key, or its owner's decision. */
export type KeyLife =
  | { readonly kind: 'months'; readonly months: number }
  | { readonly kind: 'expiry' | 'verification' | 'master_key' | 'owner' }

export interface InventoryKey {
  readonly name: string
  /** Distinguishes keys of the same name: a webhook's id, a fingerprint. */
  readonly subject: string | undefined
  readonly purpose: string
  readonly algorithm: string
  readonly bits: number | undefined
  readonly count: number
  /** undefined for credentials that others issued. */
  readonly oldestAt: number | undefined
  readonly newestAt: number | undefined
  readonly life: KeyLife
  readonly dueAt: number | undefined
  /** `unreadable`: a configured certificate that cannot be read. */
  readonly state: 'good' | 'overdue' | 'unreadable'
}

interface InventoryFacts {
  readonly nowMs: number
  readonly masterKeyId: string
  readonly stored: StoredKeys
  /** undefined if this server uses plain HTTP, or its proxy has the certificate. */
  readonly listener: CertificateFacts | undefined
  readonly scoringClient: CertificateFacts | undefined
  readonly hasProviderKey: boolean
  readonly hasScoringToken: boolean
}

export function keyInventory(facts: InventoryFacts): readonly InventoryKey[] {
  return [
    masterKey(facts),
    ...derivedKeys(facts),
    ...dataKeys(facts),
    ...apiKeys(facts),
    authenticatorSecrets(facts),
    ...webhookKeys(facts),
    ...certificate(facts, facts.listener, listenerNames),
    ...certificate(facts, facts.scoringClient, scoringNames),
    ...givenKeys(facts),
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
    purpose: 'derives or wraps every other key of this product',
    algorithm: 'HKDF-SHA-256',
    bits: 256,
    ...one(since),
    life: inMonths(lifeMonths.master_key),
    ...dueOn(afterMonths(since, lifeMonths.master_key), nowMs),
  }
}

const sealingUses: Readonly<Record<EncryptionPurpose, string>> = {
  idempotency: 'seals kept answers of requests with an idempotency key',
  webhook: 'seals secrets and client keys of webhooks',
  event: 'seals bodies of events',
  user: 'seals the secrets of authenticator apps',
  approval: 'seals what an approval is about',
}

const macUses: Readonly<Record<MacPurpose, string>> = {
  settings: 'digests of the settings of the last start',
  'api-key': 'pepper: digests of API keys',
  'blind-index': 'finds an identity number without storing it readable',
  idempotency: 'digests of idempotency keys and requests',
  audit: 'chain of the audit log, digests of outcomes',
  user: 'digests of sessions, links and recovery codes, CSRF tokens',
}

/** Derived from the master key at each start; as old as the master key and changed together with it. */
function derivedKeys({ stored, nowMs }: InventoryFacts): readonly InventoryKey[] {
  const since = stored.masterKeyUsedSince
  const shared = {
    subject: undefined,
    ...one(since),
    life: ofMasterKey,
    ...dueOn(afterMonths(since, lifeMonths.master_key), nowMs),
  }
  return [
    { name: 'wrapping', purpose: 'wraps data keys', ...aes, ...shared },
    ...encryptionPurposes.map((name) => ({
      name: `seal_${name}`,
      purpose: sealingUses[name],
      ...aes,
      ...shared,
    })),
    ...macPurposes.map((name) => ({
      name: `mac_${name.replace('-', '_')}`,
      purpose: macUses[name],
      ...hmac,
      ...shared,
    })),
  ]
}

function dataKeys({ stored, masterKeyId }: InventoryFacts): readonly InventoryKey[] {
  return countsUnder(stored.dataKeys, masterKeyId).map(([subject, counted]) => ({
    name: 'data_key',
    subject,
    purpose: 'encrypts the personal data and images of one verification',
    ...aes,
    ...counted,
    life: { kind: 'verification' },
    ...never,
  }))
}

function apiKeys({ stored, masterKeyId }: InventoryFacts): readonly InventoryKey[] {
  return countsUnder(stored.apiKeys, masterKeyId).map(([subject, counted]) => ({
    name: 'api_key',
    subject,
    purpose: 'authenticates a client; only its digest is stored',
    algorithm: 'random text',
    bits: 256,
    ...counted,
    life: ofOwner,
    ...never,
  }))
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

function givenKeys({ hasProviderKey, hasScoringToken }: InventoryFacts): readonly InventoryKey[] {
  const shared = { subject: undefined, ...one(undefined), life: ofOwner, ...never }
  const provider: InventoryKey = {
    name: 'provider_api_key',
    purpose: 'signs requests to the identity provider',
    algorithm: 'HMAC-SHA-256',
    bits: undefined,
    ...shared,
  }
  const engine: InventoryKey = {
    name: 'scoring_token',
    purpose: 'authenticates us to the scoring engine',
    algorithm: 'bearer token',
    bits: undefined,
    ...shared,
  }
  return [...(hasProviderKey ? [provider] : []), ...(hasScoringToken ? [engine] : [])]
}

const never = { dueAt: undefined, state: 'good' } as const

function one(at: number | undefined) {
  return { count: 1, oldestAt: at, newestAt: at }
}

function dueOn(dueAt: number | undefined, nowMs: number) {
  const isOverdue = dueAt !== undefined && dueAt <= nowMs
  return { dueAt, state: isOverdue ? ('overdue' as const) : ('good' as const) }
}

/** Always includes the current master key, even with a count of 0. */
function countsUnder(
  counts: ReadonlyMap<string, KeyCount>,
  masterKeyId: string,
): readonly (readonly [string, KeyCount])[] {
  const none = { count: 0, oldestAt: undefined, newestAt: undefined }
  const own = [masterKeyId, counts.get(masterKeyId) ?? none] as const
  return [own, ...[...counts].filter(([under]) => under !== masterKeyId)]
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
