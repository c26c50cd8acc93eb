// `svc crypto escrow confirm`: records that the copy of the master key in escrow is of the key in use.

import { Argument, type Command } from 'commander'
import { confirmEscrow } from '../../server/operations/encryption-keys/confirm-escrow.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { checkHolders } from '../share-holders.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addArgument(new Argument('<what>', 'what to do').choices(['confirm']))
    .option('--fingerprint <text>', 'as it stands on the recovery sheet')
    .option('--holder <account...>', 'whose sheets were looked at; recorded')
    .addHelpText(
      'before',
      examples(
        'svc crypto escrow confirm',
        'svc crypto escrow confirm --fingerprint 0123456789abcdef',
      ),
    )
    .addHelpText('after', '\nRead the fingerprint from the sheet, not from this machine.\n')
    .action((_what: string, options: Options) => confirm(context, options))
}

interface Options {
  readonly fingerprint?: string
  readonly holder?: readonly string[]
}

async function confirm(
  { io, shell, session }: CommandContext,
  { fingerprint: given, holder }: Options,
): Promise<void> {
  if (given === undefined && shell.stdin.isTTY !== true) {
    throw new CommandError('usage', 'There is no terminal to ask on. Give it with --fingerprint.')
  }
  const holders = checkHolders(holder)
  const appliance = await session.appliance()
  const fingerprint = given ?? (await io.ask('Fingerprint on the recovery sheet: '))
  if (!(await confirmEscrow(appliance, session.origin, { fingerprint, holders }))) {
    throw new CommandError(
      'precondition_failed',
      'This is not the fingerprint of the master key in use. The copy in escrow is of another key, perhaps the one before the last rotation: make new shares with svc crypto split 3 of 5.',
    )
  }
  io.report({ confirmed: true }, 'Recorded: the master key in use is in escrow.')
}
