// Commands to copy from what a command says.

import type { Session } from './session.ts'

/**
 * The command as it is to be typed to mean the same installation: with the options that say which, where
 * they were given. For a shell; what the environment says goes on holding there by itself.
 */
export function samePlace({ place }: Pick<Session, 'place'>, command: string): string {
  const { config, dataDir, demo } = place
  const flags = [
    ...(config === undefined ? [] : [`--config ${quoted(config)}`]),
    ...(dataDir === undefined ? [] : [`--data-dir ${quoted(dataDir)}`]),
    ...(demo ? ['--demo'] : []),
  ]
  return [command, ...flags].join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
