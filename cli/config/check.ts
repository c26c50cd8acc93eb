// `svc config check`: everything that a start would refuse, without starting.

import type { Command } from 'commander'
import { ConfigError, type LoadedSettings } from '../../server/config.ts'
import type { Context } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: Context): void {
  command
    .argument('[file]', 'the file to check; otherwise the one that a start would read')
    .addHelpText('before', examples('svc config check', 'svc config check /etc/svc/svc.conf'))
    .action((file?: string) => check(context, file))
}

async function check({ io, session, finish }: Context, file: string | undefined): Promise<void> {
  const problems = await problemsOf(() => session.settings({ configFile: file }))
  const text = () => (problems.length === 0 ? 'The settings are in order.\n' : toText(io, problems))
  io.show({ ok: problems.length === 0, problems }, text)
  if (problems.length > 0) finish(exitStatus.problemsFound)
}

async function problemsOf(load: () => Promise<LoadedSettings>): Promise<ConfigError['problems']> {
  try {
    await load()
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

function toText(io: Io, problems: ConfigError['problems']): string {
  return problems.map(({ name, message }) => `${io.out.style('bold', name)} ${message}\n`).join('')
}
