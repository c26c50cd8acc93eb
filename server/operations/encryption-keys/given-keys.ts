// The inventory's rows for keys and secrets that the settings name: credentials of other systems, which this product
// neither makes nor dates. Pure; it knows which are set, never their values.

import type { Secrets } from '../../config.ts'
import type { PrivateKeyFacts } from './certificate-facts.ts'
import type { InventoryKey } from './inventory-key.ts'

export interface GivenFacts {
  /** Whether the settings name an account at an identity provider. */
  readonly hasProvider: boolean
  readonly secretsSet: ReadonlySet<keyof Secrets>
  /** The private key that proves us to the directory; undefined if the settings name none. */
  readonly directoryClientKey: PrivateKeyFacts | undefined
}

interface GivenKey {
  readonly name: string
  readonly purpose: string
  readonly algorithm: string
}

const providerKey: GivenKey = {
  name: 'provider_api_key',
  purpose: 'signs requests to the identity provider',
  algorithm: 'HMAC-SHA-256',
}

const rows: readonly (GivenKey & { readonly secret: keyof Secrets })[] = [
  {
    secret: 'scoringToken',
    name: 'scoring_token',
    purpose: 'authenticates us to the scoring engine',
    algorithm: 'bearer token',
  },
  {
    secret: 'oidcClientSecret',
    name: 'directory_client_secret',
    purpose: 'authenticates us to the directory of users',
    algorithm: 'client secret',
  },
  {
    secret: 'auditWebhookSecret',
    name: 'audit_webhook_secret',
    purpose: 'signs the copy of the audit log',
    algorithm: 'HMAC-SHA-256',
  },
  {
    secret: 'logWebhookSecret',
    name: 'log_webhook_secret',
    purpose: 'signs the shipped lines of the log',
    algorithm: 'HMAC-SHA-256',
  },
  {
    secret: 'backupS3SecretKey',
    name: 'backup_store_key',
    purpose: 'authenticates us to the store of backups',
    algorithm: 'HMAC-SHA-256',
  },
  {
    secret: 'imagesS3SecretKey',
    name: 'image_store_key',
    purpose: 'authenticates us to the store of images',
    algorithm: 'HMAC-SHA-256',
  },
  {
    secret: 'otlpToken',
    name: 'trace_token',
    purpose: 'authenticates us to the collector of traces',
    algorithm: 'bearer token',
  },
]

const undated = {
  subject: undefined,
  count: 1,
  oldestAt: undefined,
  newestAt: undefined,
  life: { kind: 'owner' },
  dueAt: undefined,
} as const

export function givenKeys(facts: GivenFacts): readonly InventoryKey[] {
  const { hasProvider, secretsSet, directoryClientKey } = facts
  const set = [
    ...(hasProvider ? [providerKey] : []),
    ...rows.filter(({ secret }) => secretsSet.has(secret)),
  ].map(({ name, purpose, algorithm }): InventoryKey => {
    return { ...undated, name, purpose, algorithm, bits: undefined, state: 'good' }
  })
  return [...set, ...(directoryClientKey ? [directoryKey(directoryClientKey)] : [])]
}

function directoryKey(facts: PrivateKeyFacts): InventoryKey {
  const about = {
    ...undated,
    name: 'directory_client_key',
    purpose: 'authenticates us to the directory of users',
  }
  if (facts.kind === 'unreadable')
    return { ...about, algorithm: 'unknown', bits: undefined, state: 'unreadable' }
  const { algorithm, bits } = facts
  return { ...about, algorithm, bits, state: 'good' }
}
