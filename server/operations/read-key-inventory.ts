// Collects the data for the inventory of keys from the database, the settings and the certificate files.

import type { Config, Secrets } from '../config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { certificateFileFacts } from './certificate-facts.ts'
import { readStoredKeys } from './key-facts-view.ts'
import { type InventoryKey, keyInventory } from './key-inventory.ts'

interface InventoryNeeds {
  readonly db: Pick<Db, 'reader'>
  readonly clock: Clock
  readonly config: Pick<Config, 'tls' | 'scoring'>
  readonly secrets: Pick<Secrets, 'smileApiKey' | 'scoringToken'>
  readonly keyring: Pick<Keyring, 'masterKeyId'>
}

export async function readKeyInventory(needs: InventoryNeeds): Promise<readonly InventoryKey[]> {
  const { config, secrets, keyring } = needs
  const nowMs = needs.clock.now()
  const factsOf = (file: string | undefined) =>
    file === undefined ? undefined : certificateFileFacts(file)
  return keyInventory({
    nowMs,
    masterKeyId: keyring.masterKeyId,
    stored: await readStoredKeys(needs.db.reader, nowMs),
    listener: await factsOf(config.tls?.certFile),
    scoringClient: await factsOf(config.scoring?.clientCertificate?.certFile),
    hasProviderKey: secrets.smileApiKey !== undefined,
    hasScoringToken: secrets.scoringToken !== undefined,
  })
}
