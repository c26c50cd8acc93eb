// Changes the master key while the server runs: rewraps every purpose key in one transaction, and exchanges the key
// files around it so that a crash at any moment leaves a key that fits the database.

import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import {
  createMasterKey,
  type MasterKey,
  partOf,
  readMasterKey,
  writeMasterKey,
} from '../../crypto/master-key.ts'
import {
  chooseMasterKey,
  type MasterKeySettings,
  nextKeyFile,
  type OfferedKey,
  type OfferedKeys,
  readOfferedKeys,
  sourceText,
} from '../../crypto/master-key-source.ts'
import { readMasterKeys } from '../../data-keys/known-master-keys.ts'
import { rewrapPurposeKeys } from '../../data-keys/rewrap-purpose-keys.ts'
import { findInstance, setMasterKeyId } from '../../db/instance.ts'
import { inTransaction } from '../../db/transaction.ts'
import { syncNow } from '../../kernel/sync.ts'

type RotateMasterNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

type MasterKeyChange = Changed | { readonly kind: 'refused'; readonly why: string }

/** `hadChanged`: an earlier run had changed the database over, and this one finished the files. */
interface Changed {
  readonly kind: 'changed'
  readonly from: string
  readonly to: string
  /** Where the old key is; undefined if the operator keeps it. */
  readonly oldKeyFile: string | undefined
  readonly hadChanged: boolean
  /** When the database changed over: backups made before need the old key. undefined if that is not known. */
  readonly changedAt: number | undefined
}

/**
 * @param newKeyFile Holds the new key, or is created with one. Default: a new key.
 * @throws MasterKeyError if a key file cannot be read or written; the database is then unchanged
 */
export async function rotateMaster(
  needs: RotateMasterNeeds,
  by: AuditOrigin,
  newKeyFile: string | undefined,
): Promise<MasterKeyChange> {
  const { config, db } = needs
  const offered = await readOfferedKeys(config)
  const instance = await findInstance(db.reader)
  const current = chooseMasterKey(offered, instance?.masterKeyId)
  if (current.place === 'next') return await finishFiles(needs, offered, current)
  if (current.place === 'previous') return changeToMain(needs, by, offered, current)
  if (offered.kind !== 'file') return { kind: 'refused', why: otherSourceText(config) }
  const next = prepareNext(config, newKeyFile)
  if (typeof next === 'string') return { kind: 'refused', why: next }
  if (next.fingerprint === current.key.fingerprint)
    return { kind: 'refused', why: 'The new key is the present one. Name another file.' }
  const changedAt = await changeDatabase(needs, by, current.key, next)
  const files = exchangeFiles(config, current.key, next)
  return { kind: 'changed', ...files, hadChanged: false, changedAt }
}

/** The database already belongs to the main source's neighbour: only the files are left to exchange. */
async function finishFiles(
  { config, db }: RotateMasterNeeds,
  { keys }: OfferedKeys,
  { key }: OfferedKey,
): Promise<MasterKeyChange> {
  const old = keys.find(({ place }) => place === 'main')?.key
  const known = await readMasterKeys(db.reader)
  const changedAt = known.find(({ fingerprint }) => fingerprint === old?.fingerprint)?.replacedAt
  return { kind: 'changed', ...exchangeFiles(config, old, key), hadChanged: true, changedAt }
}

async function changeToMain(
  needs: RotateMasterNeeds,
  by: AuditOrigin,
  { keys, faults }: OfferedKeys,
  current: OfferedKey,
): Promise<MasterKeyChange> {
  const main = keys.find(({ place }) => place === 'main')
  if (main === undefined) return { kind: 'refused', why: faults.join(' ') }
  const changedAt = await changeDatabase(needs, by, current.key, main.key)
  const [from, to] = [current.key.fingerprint, main.key.fingerprint]
  return { kind: 'changed', from, to, oldKeyFile: current.source, hadChanged: false, changedAt }
}

/** Writes the new key beside the present one. Returns why not, if another key waits there. */
function prepareNext(config: MasterKeySettings, newKeyFile: string | undefined) {
  const file = nextKeyFile(config)
  if (existsSync(file)) {
    const waiting = readMasterKey(file)
    const isAsked =
      newKeyFile === undefined ||
      (existsSync(newKeyFile) && readMasterKey(newKeyFile).fingerprint === waiting.fingerprint)
    return isAsked
      ? waiting
      : `${file} holds the key ${waiting.fingerprint} of a change that was interrupted before it took effect. Run the command without --new-key-file to use that key, or delete the file.`
  }
  const key =
    newKeyFile === undefined
      ? undefined
      : existsSync(newKeyFile)
        ? readMasterKey(newKeyFile)
        : createMasterKey(newKeyFile)
  return placeNext(config, file, key)
}

/** Gives the new file the owner of the present one, since root may run the command for the server's user. */
function placeNext(
  { masterKeyFile }: MasterKeySettings,
  file: string,
  key: MasterKey | undefined,
): MasterKey {
  const placed = key ?? createMasterKey(file)
  if (key !== undefined) writeMasterKey(file, key)
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(masterKeyFile)
    chownSync(file, uid, gid)
  }
  return placed
}

function exchangeFiles(
  config: MasterKeySettings,
  old: MasterKey | undefined,
  next: MasterKey,
): Pick<Changed, 'from' | 'to' | 'oldKeyFile'> {
  const { masterKeyFile: file } = config
  const oldKeyFile = old && `${file}.old-${old.fingerprint}`
  // A second name first, so that there is never a moment without the old key.
  if (oldKeyFile !== undefined && !existsSync(oldKeyFile)) linkSync(file, oldKeyFile)
  syncNow(dirname(file))
  renameSync(nextKeyFile(config), file)
  rmSync(partOf(nextKeyFile(config)), { force: true })
  syncNow(dirname(file))
  const from = old?.fingerprint ?? 'unknown'
  return { from, to: next.fingerprint, oldKeyFile }
}

/** Rewraps every purpose key, all or none. Returns when. */
async function changeDatabase(
  needs: RotateMasterNeeds,
  by: AuditOrigin,
  from: MasterKey,
  to: MasterKey,
): Promise<number> {
  return inTransaction(needs.db, async (trx) => {
    const nowMs = needs.clock.now()
    await rewrapPurposeKeys(trx, { from, to }, nowMs)
    await setMasterKeyId(trx, to.fingerprint)
    await recordAudit(needs, trx, {
      by,
      action: 'encryption.master_key_changed',
      subject: { kind: 'encryption_key', id: to.fingerprint },
      details: { replaces: from.fingerprint },
    })
    return nowMs
  })
}

function otherSourceText(config: MasterKeySettings): string {
  return `The master key comes from ${sourceText(config)}, where this command cannot put a new one. First put the old key into a file (mode 600) and name it in SVC_MASTER_KEY_PREVIOUS_FILE. Then put the new key into the source. Then run this command: from that moment the database belongs to the new key. The guide has each step: svc help encryption-keys.`
}
