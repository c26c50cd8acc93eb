// Keeps the keyring of a process in step with the database: another process may add purpose keys, or change the master
// key, while this one runs.

import { createDataKeyCache } from '../crypto/data-key-cache.ts'
import { DecryptError } from '../crypto/encrypt.ts'
import { createKeyring, type Keyring } from '../crypto/keyring.ts'
import { type MasterKey, MasterKeyError } from '../crypto/master-key.ts'
import {
  chooseMasterKey,
  type MasterKeySettings,
  type OfferedKeys,
  readOfferedKeys,
} from '../crypto/master-key-source.ts'
import { type PurposeKey, unwrapPurposeKey, type WrappedPurposeKey } from '../crypto/purpose-key.ts'
import type { Reader } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { listPurposeKeys } from './purpose-key-store.ts'

export interface KeyHolder {
  readonly keyring: Keyring
  /** Fingerprint of the master key in this process's memory; the database may have changed over since. */
  heldMasterKeyId(): string
  /**
   * Takes over what another process changed, if anything; one small read. A failure is logged, and nothing changes.
   * Callers share one that runs, because the command that is the source may take long or ask for a person.
   */
  refresh(): Promise<void>
}

/** How soon a source that did not give the key is asked again; a command may ask for a person. */
const retryAfterMs = 60_000

interface HolderNeeds {
  readonly db: { readonly reader: Reader }
  readonly clock: Clock
  readonly log: Log
  readonly settings: MasterKeySettings
}

/** @throws MasterKeyError if no source gives the master key that the database belongs to, or a stored key is damaged */
export async function openKeyHolder(needs: HolderNeeds, offered: OfferedKeys): Promise<KeyHolder> {
  const { db, clock, log } = needs
  let opened = await openKeys(needs, offered)
  const keyring = createKeyring({ ...opened, nowMs: clock.now() }, createDataKeyCache(clock))
  let seen = shapeOf(opened.stored, clock.now())
  let triedAgainFrom = 0
  let running: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const stored = await listPurposeKeys(db.reader)
    const nowMs = clock.now()
    const shape = shapeOf(stored, nowMs)
    if (shape === seen || nowMs < triedAgainFrom) return
    const known = new Map(opened.keys.map((key) => [key.id, key]))
    const master = await masterOf(stored)
    const isNew = ({ id }: WrappedPurposeKey) => !known.has(id)
    if (master === undefined) triedAgainFrom = nowMs + retryAfterMs
    if (stored.some(isNew) && master === undefined) return
    const keys = stored.flatMap((one) => {
      const key = known.get(one.id) ?? (master && unwrapNamed(master, one))
      return key === undefined ? [] : [key]
    })
    const masterKeyId = stored[0]?.masterKeyId ?? opened.masterKeyId
    const hasChanged = masterKeyId !== opened.masterKeyId
    opened = { masterKeyId, master: master ?? opened.master, keys, stored }
    keyring.replace({ masterKeyId, keys, nowMs })
    // Without the new master key, the next refresh looks for it again.
    if (master !== undefined) seen = shape
    if (hasChanged) log.info('master_key_changed', { fingerprint: masterKeyId })
    else if (master !== undefined) log.info('encryption_keys_changed', { count: keys.length })
  }

  /** Returns undefined if this process cannot get the master key. */
  async function masterOf(stored: readonly WrappedPurposeKey[]): Promise<MasterKey | undefined> {
    const masterKeyId = stored[0]?.masterKeyId
    if (masterKeyId === opened.master.fingerprint) return opened.master
    try {
      return chooseMasterKey(await readOfferedKeys(needs.settings), masterKeyId).key
    } catch (error) {
      if (!(error instanceof MasterKeyError)) throw error
      const reason =
        'The database has changed to another master key, which the source of the key does not give yet. Requests go on. Put the new key there, or restart the server if it is a credential.'
      log.error('master_key_not_available', { fingerprint: masterKeyId ?? '', reason })
      return undefined
    }
  }

  return {
    keyring,
    heldMasterKeyId: () => opened.master.fingerprint,
    refresh() {
      running ??= refresh()
        .catch((error: unknown) => log.error('keyring_refresh_failed', {}, error))
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}

/**
 * Opens the keyring of a database that nobody else uses, such as a restored one.
 * @throws MasterKeyError if none of the offered keys is the one that the database belongs to, or a stored key is
 * damaged
 */
export async function openKeyringOf(
  { reader }: { readonly reader: Reader },
  offered: OfferedKeys,
  nowMs: number,
): Promise<Keyring> {
  return createKeyring({ ...(await openStored(reader, offered)), nowMs })
}

interface OpenedKeys {
  readonly masterKeyId: string
  readonly master: MasterKey
  readonly keys: readonly PurposeKey[]
  readonly stored: readonly WrappedPurposeKey[]
}

/** Reads the sources a second time if they do not fit: the master key may be changing at this moment. */
async function openKeys({ db, settings }: HolderNeeds, offered: OfferedKeys): Promise<OpenedKeys> {
  try {
    return await openStored(db.reader, offered)
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error
    return await openStored(db.reader, await readOfferedKeys(settings))
  }
}

async function openStored(reader: Reader, offered: OfferedKeys): Promise<OpenedKeys> {
  const stored = await listPurposeKeys(reader)
  const { key: master } = chooseMasterKey(offered, stored[0]?.masterKeyId)
  const keys = stored.map((one) => unwrapNamed(master, one))
  return { masterKeyId: master.fingerprint, master, keys, stored }
}

function unwrapNamed(master: MasterKey, stored: WrappedPurposeKey): PurposeKey {
  try {
    return unwrapPurposeKey(master, stored)
  } catch (error) {
    if (!(error instanceof DecryptError)) throw error
    throw new MasterKeyError(
      `the key ${stored.id} (${stored.purpose}) in the table purpose_keys does not open with the master key ${master.fingerprint}: the row is damaged or was altered. Restore a backup.`,
    )
  }
}

/** Changes whenever a key appears, disappears, comes into use or gets another master key. */
function shapeOf(stored: readonly WrappedPurposeKey[], nowMs: number): string {
  return stored
    .map(({ id, masterKeyId, usedFrom }) => `${id}${usedFrom <= nowMs ? '+' : '-'}${masterKeyId}`)
    .join(' ')
}
