// Finds files and folders of the installation whose mode or owner lets other users in.

import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { commandOf, nameOfUser, ownerIdOf, takingCommand } from '../kernel/path-owner.ts'
import { shellWord } from '../kernel/shell-word.ts'

export interface PathFault {
  readonly path: string
  /** `user`: this process runs neither as the owner of the data folder nor as root. */
  readonly kind: 'mode' | 'owner' | 'user'
  /** Other users can change it, or the server cannot: a failure and not only a warning. */
  readonly isUnsafe: boolean
  /** For `mode`: bits to take away. */
  readonly surplus: number
  /** Who owns it, and who should. */
  readonly ownerId: number
  readonly ownerWanted: number
}

type PathConfig = Pick<Config, 'dataDir' | 'masterKeyFile' | 'configFile' | 'tls' | 'scoring'>

const forOthers = 0o077
const othersWrite = 0o002
const groupWrite = 0o020
const sticky = 0o1000
const root = 0

/** @param userId of this process. Paths that do not exist yet are skipped. */
export function findPathFaults(config: PathConfig, userId: number): readonly PathFault[] {
  const { dataDir, masterKeyFile, configFile, tls, scoring } = config
  // The user of the server owns the data folder, whoever examines it.
  const owner = ownerIdOf(dataDir) || userId
  if (userId !== owner && userId !== root) return faultOfUser(dataDir, { userId, owner })
  const secrets = [tls?.keyFile, scoring?.clientCertificate?.keyFile]
  const open = [configFile, tls?.certFile, scoring?.clientCertificate?.certFile]
  const faults = [
    ...[...partsOf(dataDir), masterKeyFile].flatMap((path) => faultsOf(path, forOthers, owner)),
    ...secrets.flatMap((path) => faultsOf(path, 0o027, owner)),
    ...open.flatMap((path) => faultsOf(path, othersWrite | groupWrite, owner)),
    ...[dataDir, masterKeyFile, configFile].flatMap(faultsAbove),
  ]
  return [...new Map(faults.map((one) => [`${one.kind} ${one.path}`, one])).values()]
}

/** Returns the data folder and what the server makes in it. */
function partsOf(dataDir: string): readonly string[] {
  const names = [
    'svc.db',
    'svc.db-wal',
    'svc.db-shm',
    'server.lock',
    'images',
    'staging',
    'backups',
  ]
  return [dataDir, ...names.map((name) => join(dataDir, name))]
}

export function commandsFor(faults: readonly PathFault[]): readonly string[] {
  return faults.map(commandFor)
}

function commandFor({ kind, path, surplus, ownerId, ownerWanted }: PathFault): string {
  switch (kind) {
    case 'mode':
      return `chmod ${symbolic(surplus)} ${shellWord(path)}`
    case 'owner':
      return takingCommand(nameOfUser(ownerWanted), path)
    case 'user':
      return commandOf(ownerId)
  }
}

/** `go-rwx` for 0o077. */
function symbolic(bits: number): string {
  const letters = (of: number) => [of & 4 ? 'r' : '', of & 2 ? 'w' : '', of & 1 ? 'x' : ''].join('')
  const [group, others] = [letters(bits >> 3), letters(bits & 7)]
  if (group === others) return `go-${group}`
  return [group && `g-${group}`, others && `o-${others}`].filter(Boolean).join(',')
}

/** Nothing else is advised to a user who may mend nothing here. */
function faultOfUser(
  path: string,
  { userId, owner }: { readonly userId: number; readonly owner: number },
): readonly PathFault[] {
  const owners = { ownerId: owner, ownerWanted: userId }
  return [{ path, kind: 'user', isUnsafe: true, surplus: 0, ...owners }]
}

function faultsOf(path: string | undefined, barred: number, owner: number): readonly PathFault[] {
  const stats = path && statSync(path, { throwIfNoEntry: false })
  if (!path || !stats) return []
  const about = { path, ownerId: stats.uid, ownerWanted: owner }
  const surplus = stats.mode & barred
  const isUnsafe = (surplus & othersWrite) !== 0
  const isForeign = stats.uid !== owner && stats.uid !== root
  return [
    ...(surplus === 0 ? [] : [{ ...about, kind: 'mode', isUnsafe, surplus } as const]),
    ...(isForeign ? [{ ...about, kind: 'owner', isUnsafe: true, surplus: 0 } as const] : []),
  ]
}

/** A user who can write to a parent folder can replace our file or folder. */
function faultsAbove(path: string | undefined): readonly PathFault[] {
  const above = path === undefined ? undefined : dirname(path)
  const stats = above && statSync(above, { throwIfNoEntry: false })
  if (!above || !stats || (stats.mode & othersWrite) === 0 || (stats.mode & sticky) !== 0) return []
  const { uid } = stats
  return [
    {
      path: above,
      kind: 'mode',
      isUnsafe: false,
      surplus: othersWrite,
      ownerId: uid,
      ownerWanted: uid,
    },
  ]
}
