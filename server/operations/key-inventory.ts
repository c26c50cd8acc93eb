// The inventory of keys: what each is for, how strong it is, how long it should live, and which is due to be
// changed. Pure; it is made from what the database, the settings and the certificates tell, and shows no secret.

import {
  type MacPurpose,
  macPurposes,
  type SealingPurpose,
  sealingPurposes,
} from '../crypto/keyring.ts'
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import type { KeptKeys, KeyCount } from './key-facts-view.ts'

/**
 * How long what we make should live, in months. Certificates live until they expire. A data key seals one
 * verification and ends with it. What derives from the master key lives as long as that. What others gave us
 * (accounts at the provider and the engine) is theirs to date.
 */
export const lifeMonths = { master_key: 24, webhook_secret: 12 } as const

/** How a key ends: after months, with its certificate, with what it seals, with another key, or as others say. */
export type KeyLife =
  | { readonly kind: 'months'; readonly months: number }
  | { readonly kind: 'expiry' | 'verification' | 'master_key' | 'owner' }

export interface InventoryKey {
  readonly name: string
  /** What it is about, where there may be several of its name: a webhook's id, a fingerprint. */
  readonly subject: string | undefined
  readonly purpose: string
  readonly algorithm: string
  readonly bits: number | undefined
  readonly count: number
  /** Not known of what others gave us. */
  readonly oldestAt: number | undefined
  readonly newestAt: number | undefined
  readonly life: KeyLife
  readonly dueAt: number | undefined
  /** `unreadable`: a certificate that should be there and cannot be read. */
  readonly state: 'good' | 'overdue' | 'unreadable'
}

export interface InventoryFacts {
  readonly nowMs: number
  readonly masterKeyId: string
  readonly kept: KeptKeys
  /** undefined where this server speaks plain http, or its proxy has the certificate. */
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

function masterKey({ kept, masterKeyId, nowMs }: InventoryFacts): InventoryKey {
  const since = kept.masterKeyUsedSince
  return {
    name: 'master_key',
    subject: masterKeyId,
    purpose: 'every other key that we make is derived from it or wrapped under it',
    algorithm: 'HKDF-SHA-256',
    bits: 256,
    ...one(since),
    life: inMonths(lifeMonths.master_key),
    ...dueOn(afterMonths(since, lifeMonths.master_key), nowMs),
  }
}

const sealingUses: Readonly<Record<SealingPurpose, string>> = {
  idempotency: 'seals kept answers of requests with an idempotency key',
  webhook: 'seals secrets and client keys of webhooks',
  event: 'seals bodies of events',
  staff: 'seals the secrets of authenticator apps',
  approval: 'seals what an approval is about',
}

const macUses: Readonly<Record<MacPurpose, string>> = {
  settings: 'digests of the settings that the last start ran with',
  'api-key': 'pepper: digests of API keys',
  'blind-index': 'finds an identity number without keeping it readable',
  idempotency: 'digests of idempotency keys and requests',
  audit: 'chain of the audit log, digests of outcomes',
  staff: 'digests of sessions, links and recovery codes, CSRF tokens',
}

/** They are computed from the master key at each start, are as old as it, and are changed with it. */
function derivedKeys({ kept, nowMs }: InventoryFacts): readonly InventoryKey[] {
  const since = kept.masterKeyUsedSince
  const shared = {
    subject: undefined,
    ...one(since),
    life: ofMasterKey,
    ...dueOn(afterMonths(since, lifeMonths.master_key), nowMs),
  }
  return [
    { name: 'wrapping', purpose: 'wraps data keys', ...aes, ...shared },
    ...sealingPurposes.map((name) => ({
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

function dataKeys({ kept, masterKeyId }: InventoryFacts): readonly InventoryKey[] {
  return countsUnder(kept.dataKeys, masterKeyId).map(([subject, counted]) => ({
    name: 'data_key',
    subject,
    purpose: 'seals the person and the pictures of one verification',
    ...aes,
    ...counted,
    life: { kind: 'verification' },
    ...never,
  }))
}

function apiKeys({ kept, masterKeyId }: InventoryFacts): readonly InventoryKey[] {
  return countsUnder(kept.apiKeys, masterKeyId).map(([subject, counted]) => ({
    name: 'api_key',
    subject,
    purpose: 'proves who calls; only its digest is kept',
    algorithm: 'random text',
    bits: 256,
    ...counted,
    life: ofOwner,
    ...never,
  }))
}

function authenticatorSecrets({ kept }: InventoryFacts): InventoryKey {
  return {
    name: 'authenticator_secret',
    subject: undefined,
    purpose: 'second factor of a user of the console',
    algorithm: 'HMAC-SHA-1 (TOTP)',
    bits: 160,
    count: kept.authenticatorSecrets,
    oldestAt: undefined,
    newestAt: undefined,
    life: ofOwner,
    ...never,
  }
}

function webhookKeys(facts: InventoryFacts): readonly InventoryKey[] {
  return facts.kept.webhooks.flatMap(({ id, secretMadeAt, clientCertificate }) => [
    {
      name: 'webhook_secret',
      subject: id,
      purpose: 'signs what is sent to the webhook',
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
  purpose: 'proves us to a receiver that asks for a certificate',
}
const listenerNames = { name: 'listener_certificate', purpose: 'proves this server over TLS' }
const scoringNames = {
  name: 'scoring_client_certificate',
  purpose: 'proves us to the scoring engine',
}

function certificate(
  { nowMs }: InventoryFacts,
  found: CertificateFacts | undefined,
  { name, purpose, subject }: CertificateNames,
): readonly InventoryKey[] {
  if (found === undefined) return []
  const life = { kind: 'expiry' } as const
  if (found.kind === 'unreadable') {
    const unknown = { algorithm: 'unknown', bits: undefined, ...one(undefined), dueAt: undefined }
    return [{ name, subject, purpose, ...unknown, life, state: 'unreadable' }]
  }
  const { algorithm, bits, validFrom, expiresAt } = found
  const about = { name, subject: subject ?? found.subject, purpose, algorithm, bits }
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
    purpose: 'proves us to the scoring engine',
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

/** With those of our own master key, also where there are none of them. */
function countsUnder(
  counts: ReadonlyMap<string, KeyCount>,
  masterKeyId: string,
): readonly (readonly [string, KeyCount])[] {
  const none = { count: 0, oldestAt: undefined, newestAt: undefined }
  const own = [masterKeyId, counts.get(masterKeyId) ?? none] as const
  return [own, ...[...counts].filter(([under]) => under !== masterKeyId)]
}

/** The same day of a later month; its last day where it is shorter. */
export function afterMonths(at: number | undefined, months: number): number | undefined {
  if (at === undefined) return undefined
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, lastDay))
}
