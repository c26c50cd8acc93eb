// Writes commands for the user to copy.

import { shellWord } from '../server/kernel/shell-word.ts'
import type { HasPlace } from './place.ts'

/**
 * Returns the command with the options that name the installation, as given to this one, quoted for a shell.
 * The environment needs no repeating.
 */
export function commandToCopy({ place }: HasPlace, command: string): string {
  const { config, dataDir, demo } = place
  const flags = [
    ...(config === undefined ? [] : [`--config ${shellWord(config)}`]),
    ...(dataDir === undefined ? [] : [`--data-dir ${shellWord(dataDir)}`]),
    ...(demo ? ['--demo'] : []),
  ]
  return [command, ...flags].join(' ')
}
