// Where the master key comes from: a file, a credential of systemd, or a command. While the key is being changed there
// is a second file; the database says which of the two keys it belongs to.

import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyCommandTimeoutMs, runKeyCommand } from './key-command.ts'
import {
  type MasterKey,
  MasterKeyError,
  masterKeyOfOutput,
  masterKeyOfText,
  readMasterKey,
} from './master-key.ts'

/** Exactly one of the credential, the command and the file is used: the first that is set. */
export interface MasterKeySettings {
  readonly masterKeyFile: string
  /** Name of a credential in `credentialsDir`. */
  readonly masterKeyCredential?: string | undefined
  /** Where systemd puts the credentials of this service. */
  readonly credentialsDir?: string | undefined
  readonly masterKeyCommand?: readonly string[] | undefined
  /** Given to the command on its standard input. */
  readonly masterKeyWrappedFile?: string | undefined
  /** The key before or after the change that is under way. */
  readonly masterKeyPreviousFile?: string | undefined
}

type MasterKeySourceKind = 'file' | 'credential' | 'command'

/** `main`: the source itself. `next`: the file beside it of a change under way. `previous`: the second file. */
type Place = 'main' | 'next' | 'previous'

export interface OfferedKey {
  readonly place: Place
  /** The file or the source, for messages. */
  readonly source: string
  readonly key: MasterKey
}

export interface OfferedKeys {
  readonly kind: MasterKeySourceKind
  readonly keys: readonly OfferedKey[]
  /** Why a source gave no key. */
  readonly faults: readonly string[]
}

export function sourceKindOf(settings: MasterKeySettings): MasterKeySourceKind {
  if (settings.masterKeyCommand !== undefined) return 'command'
  return settings.masterKeyCredential === undefined ? 'file' : 'credential'
}

/** Returns the source in words, such as `the credential svc-master-key`. No secret is in it. */
export function sourceText(settings: MasterKeySettings): string {
  const { masterKeyFile, masterKeyCredential, masterKeyCommand } = settings
  if (masterKeyCommand !== undefined) return `the command ${masterKeyCommand[0]}`
  return masterKeyCredential === undefined ? masterKeyFile : `the credential ${masterKeyCredential}`
}

/** The file that a change of the master key writes before it commits, and renames after. */
export function nextKeyFile({ masterKeyFile }: Pick<MasterKeySettings, 'masterKeyFile'>): string {
  return `${masterKeyFile}.new`
}

/** Reads every source; a source that gives no key becomes a fault. */
export async function readOfferedKeys(settings: MasterKeySettings): Promise<OfferedKeys> {
  const kind = sourceKindOf(settings)
  const next = nextKeyFile(settings)
  const previous = settings.masterKeyPreviousFile
  const reads: { place: Place; source: string; read: () => Promise<MasterKey> | MasterKey }[] = [
    { place: 'main', source: sourceText(settings), read: () => readMain(settings) },
  ]
  if (kind === 'file' && existsSync(next)) {
    reads.push({ place: 'next', source: next, read: () => readMasterKey(next) })
  }
  if (previous !== undefined) {
    reads.push({ place: 'previous', source: previous, read: () => readMasterKey(previous) })
  }
  const keys: OfferedKey[] = []
  const faults: string[] = []
  for (const { place, source, read } of reads) {
    try {
      keys.push({ place, source, key: await read() })
    } catch (error) {
      if (!(error instanceof MasterKeyError)) throw error
      faults.push(error.message)
    }
  }
  return { kind, keys, faults }
}

/**
 * Returns the key that the database belongs to. A new database takes the main source.
 * @throws MasterKeyError with every fault, if none of the sources gives that key
 */
export function chooseMasterKey(offered: OfferedKeys, belongsTo: string | undefined): OfferedKey {
  const { keys, faults } = offered
  const main = keys.find(({ place }) => place === 'main')
  const fitting =
    belongsTo === undefined ? main : keys.find(({ key }) => key.fingerprint === belongsTo)
  if (fitting !== undefined) return fitting
  if (main === undefined || belongsTo === undefined) throw new MasterKeyError(faults.join(' '))
  const others = keys
    .filter(({ place }) => place !== 'main')
    .map(({ source, key }) => ` ${source} has fingerprint ${key.fingerprint}, which does not fit.`)
  throw new MasterKeyError(
    `the master key has fingerprint ${main.key.fingerprint}, but this database belongs to ${belongsTo}. Put the key with that fingerprint in place: your escrow has it, or a file that ends in .old-${belongsTo}. Without it nothing can be decrypted.${others.join('')}${faults.map((fault) => ` ${fault}`).join('')}`,
  )
}

/** Says what to do if a change of the master key was left unfinished; undefined if none was. */
export function unfinishedChange({ keys }: OfferedKeys, chosen: OfferedKey): string | undefined {
  const main = keys.find(({ place }) => place === 'main')
  const isOther = ({ key }: OfferedKey) => key.fingerprint !== chosen.key.fingerprint
  switch (chosen.place) {
    case 'next':
      return 'A change of the master key was interrupted after the database had changed over. Run svc crypto rotate-master again to finish it.'
    case 'previous':
      return main === undefined
        ? 'The key in SVC_MASTER_KEY_PREVIOUS_FILE is used, because the main source gives none. Correct the main source.'
        : 'The database still belongs to the key in SVC_MASTER_KEY_PREVIOUS_FILE. Run svc crypto rotate-master to change over.'
    case 'main':
      return keys.some((one) => one.place === 'next' && isOther(one))
        ? 'A change of the master key was interrupted before it took effect. Run svc crypto rotate-master again to finish it.'
        : undefined
  }
}

async function readMain(settings: MasterKeySettings): Promise<MasterKey> {
  const { masterKeyCommand, masterKeyCredential } = settings
  if (masterKeyCommand !== undefined) return readFromCommand(settings, masterKeyCommand)
  if (masterKeyCredential !== undefined) return readCredential(settings, masterKeyCredential)
  return readMasterKey(settings.masterKeyFile)
}

function readCredential({ credentialsDir }: MasterKeySettings, name: string): MasterKey {
  if (credentialsDir === undefined) {
    throw new MasterKeyError(
      `the credential ${name} is only there inside the service, because systemd sets CREDENTIALS_DIRECTORY only for it. Add LoadCredential=${name}:FILE to the unit; run a command with systemd-run --pipe --wait -p User=svc -p LoadCredential=${name}:FILE.`,
    )
  }
  const file = join(credentialsDir, name)
  const text = readOrExplain(
    file,
    `the credential ${name} is not in ${credentialsDir}. Add LoadCredential=${name}:FILE to the unit, then systemctl daemon-reload and restart.`,
  )
  return masterKeyOfOutput(text) ?? masterKeyOfText(text.toString('utf8'), `the credential ${name}`)
}

async function readFromCommand(
  { masterKeyWrappedFile: wrapped }: MasterKeySettings,
  words: readonly string[],
): Promise<MasterKey> {
  const input = wrapped === undefined ? undefined : openWrapped(wrapped)
  const result = await runKeyCommand(words, input).finally(() => {
    if (input !== undefined) closeSync(input)
  })
  const name = `SVC_MASTER_KEY_COMMAND (${words[0]})`
  if (result.kind === 'failed') {
    throw new MasterKeyError(
      `${name} ${result.why}. Its output is never shown here: run it by hand as the user of the server. It has ${keyCommandTimeoutMs / 1000} seconds and must end with 0.`,
    )
  }
  const key = masterKeyOfOutput(result.output)
  if (key !== undefined) return key
  throw new MasterKeyError(
    `${name} printed ${result.output.length} bytes, which are not a master key. It must print nothing but the 32 bytes of the key, or 64 hexadecimal or 44 base64 characters, or the text of a key file.`,
  )
}

function openWrapped(file: string): number {
  try {
    return openSync(file, 'r')
  } catch {
    throw new MasterKeyError(
      `the wrapped key ${file} cannot be read. Correct SVC_MASTER_KEY_WRAPPED_FILE, or give this user access to the file.`,
    )
  }
}

function readOrExplain(file: string, explanation: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new MasterKeyError(explanation)
  }
}
