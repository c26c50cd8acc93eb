// The environment as the demo reads it: without the settings of the appliance, and in a release with a folder for its
// data, because the folder of the release stays as it was signed.

import { accessSync, constants } from 'node:fs'
import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { CommandError } from './command-error.ts'
import { isRelease } from './demo-command.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** @throws CommandError if a release finds no folder that is this user's */
export function demoEnvironment(
  env: Environment,
  isPlaced: boolean,
  isOfRelease = isRelease(),
): Environment {
  const withoutFile = { ...env, SVC_CONFIG: undefined }
  if (isPlaced || env.SVC_DATA_DIR || !isOfRelease) return withoutFile
  return { ...withoutFile, SVC_DATA_DIR: join(stateFolder(env), 'svc-demo') }
}

/** A folder below /tmp could be another user's. A home may be absent, or read-only in a container. */
function stateFolder({ XDG_STATE_HOME: state, HOME: named }: Environment): string {
  if (state !== undefined && isAbsolute(state)) return state
  const home = named || homeOfUser()
  if (home !== undefined && home !== '/' && isWritable(home)) return join(home, '.local/state')
  throw new CommandError(
    'usage',
    `The demo has no place: this user has no home folder that it may write to${home ? ` (${home})` : ''}. Name a folder for it with --data-dir (or SVC_DATA_DIR).`,
  )
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Services, timers and containers may have no HOME: then the list of users says. */
function homeOfUser(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}
