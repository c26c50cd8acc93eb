// Opens the keys for the checks: the master key, and the keyring if the database belongs to it.

import type { Config } from '../config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { MasterKeyError } from '../crypto/master-key.ts'
import { chooseMasterKey, readOfferedKeys, sourceText } from '../crypto/master-key-source.ts'
import { openKeyringOf } from '../data-keys/key-holder.ts'
import type { Reader } from '../db/transaction.ts'

export type MasterKeyFacts =
  | { readonly kind: 'read'; readonly fingerprint: string }
  /** `path`: the file or the source in words. */
  | { readonly kind: 'unreadable'; readonly path: string }
  /** A running server has the key in memory, but could not start again. */
  | { readonly kind: 'source_lost'; readonly path: string; readonly since: number }

interface OpenedKeys {
  readonly masterKey: MasterKeyFacts
  /** undefined if the master key cannot be read, or the database belongs to another. */
  readonly keyring: Keyring | undefined
}

/** @param database Its reader and the fingerprint of the master key that it belongs to; undefined without a database */
export async function openKeys(
  config: Config,
  database: { readonly reader: Reader; readonly expected: string } | undefined,
  nowMs: number,
): Promise<OpenedKeys> {
  const offered = await readOfferedKeys(config)
  const main = offered.keys.find(({ place }) => place === 'main')
  try {
    const { key } = chooseMasterKey(offered, database?.expected)
    return {
      masterKey: { kind: 'read', fingerprint: key.fingerprint },
      keyring: database && (await openKeyringOf(database, offered, nowMs)),
    }
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    const masterKey: MasterKeyFacts =
      main === undefined
        ? { kind: 'unreadable', path: sourceText(config) }
        : { kind: 'read', fingerprint: main.key.fingerprint }
    return { masterKey, keyring: undefined }
  }
}
