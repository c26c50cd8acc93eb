// Refuses an option that is written before a subcommand, as in `svc usage --csv export`: the parent command
// would take it and silently ignore it.

import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'

/** @throws CommandError `usage` */
export function refuseEarlyOptions(outer: Command, named: Command): void {
  const early = outer.options.filter(
    (option) => outer.getOptionValueSource(option.attributeName()) === 'cli',
  )
  const [first] = early
  if (first === undefined) return
  const around = pathOf(outer)
  const path = `${around} ${named.name()}`
  const flag = first.long ?? first.flags
  const isKnown = named.options.some(({ long }) => long === first.long)
  throw new CommandError(
    'usage',
    isKnown
      ? `${flag} stands before ${named.name()}, where it is for ${around}. Write: ${path} ${first.flags}`
      : `${flag} is an option of ${around}, not of ${path}. See: ${path} --help`,
  )
}

function pathOf(command: Command): string {
  const { parent } = command
  return parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`
}
