// Writes commands for the user to copy.

import type { HasPlace } from './place.ts'

/**
 * Returns the command with the options that name the installation, as given to this one, quoted for a shell.
 * The environment needs no repeating.
 */
export function commandToCopy({ place }: HasPlace, command: string): string {
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
