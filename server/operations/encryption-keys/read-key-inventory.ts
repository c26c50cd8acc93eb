// Collects the data for the inventory of keys from the database, the settings and the certificate files.

import type { Secrets } from '../../config.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findProvider, type ProviderChoice } from '../../providers/provider-registry.ts'
import { certificateFileFacts, privateKeyFileFacts } from './certificate-facts.ts'
import type { InventoryKey } from './inventory-key.ts'
import { readStoredKeys } from './key-facts-view.ts'
import { keyInventory } from './key-inventory.ts'

interface InventoryNeeds extends ProviderChoice {
  readonly db: Pick<Db, 'reader'>
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'masterKeyId'>
}

export async function readKeyInventory(needs: InventoryNeeds): Promise<readonly InventoryKey[]> {
  const { config, secrets, keyring } = needs
  const nowMs = needs.clock.now()
  const clientKeyFile = config.oidc?.clientKeyFile
  const factsOf = (file: string | undefined) =>
    file === undefined ? undefined : certificateFileFacts(file)
  return keyInventory({
    nowMs,
    masterKeyId: keyring.masterKeyId,
    stored: await readStoredKeys(needs.db.reader, nowMs),
    listener: await factsOf(config.tls?.certFile),
    scoringClient: await factsOf(config.scoring?.clientCertificate?.certFile),
    given: {
      hasProvider: findProvider(needs) !== undefined,
      secretsSet: namesOfSet(secrets),
      directoryClientKey:
        clientKeyFile === undefined ? undefined : await privateKeyFileFacts(clientKeyFile),
    },
  })
}

function namesOfSet(secrets: Secrets): ReadonlySet<keyof Secrets> {
  const names = Object.keys(secrets) as (keyof Secrets)[]
  return new Set(names.filter((name) => secrets[name] !== undefined))
}
