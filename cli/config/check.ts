// `svc config check`: everything that a start would refuse, without starting.

import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { ConfigError } from '../../server/config.ts'
import type { SettingProblem } from '../../server/settings/setting-sources.ts'
import { confFileFor } from '../conf-template.ts'
import type { Context } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { examples, type GlobalOptions } from '../root-command.ts'
import { examineFiles } from './examine-files.ts'
import { notesOf } from './setting-notes.ts'

/** What a check found. */
interface Findings {
  readonly problems: readonly SettingProblem[]
  /** What is in order, but may not be what was meant. */
  readonly notes: readonly string[]
}

export function define(command: Command, context: Context): void {
  command
    .argument('[file]', 'the file to check; otherwise the one that a start would read')
    .addHelpText('before', examples('svc config check', 'svc config check /etc/svc/svc.conf'))
    .action((file: string | undefined, _options: unknown, called: Command) =>
      check(context, file ?? called.optsWithGlobals<GlobalOptions>().config),
    )
}

async function check(context: Context, named: string | undefined): Promise<void> {
  const { io, finish } = context
  const file = fileOf(context, named)
  const { problems, notes } = await examine(context, named)
  const ok = problems.length === 0
  io.show({ ok, file: file ?? null, problems, notes }, () => toText(io, file, { problems, notes }))
  if (!ok) finish(exitStatus.problemsFound)
}

async function examine({ session }: Context, named: string | undefined): Promise<Findings> {
  try {
    const loaded = await session.settings({ configFile: named })
    const files = await examineFiles(loaded.config)
    return { problems: files.problems, notes: [...files.notes, ...notesOf(loaded.config)] }
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems, notes: [] }
    throw error
  }
}

/** The file that is read: also told where it cannot be used. Undefined where a start reads none. */
function fileOf({ session, env }: Context, named: string | undefined): string | undefined {
  const file = confFileFor(named, env)
  const isNamed = Boolean(named || env.SVC_CONFIG)
  return isNamed || (!session.isDemo && existsSync(file)) ? file : undefined
}

function toText(io: Io, file: string | undefined, { problems, notes }: Findings): string {
  const place = file ?? 'Flags and environment (there is no svc.conf)'
  const verdict = problems.length === 0 ? 'the settings are in order.' : 'cannot be used:'
  const lines = [
    `${place}: ${verdict}`,
    ...problems.map(({ name, message }) => `  ${io.out.style('bold', name)} ${message}`),
    ...notes.map((note) => `${io.out.style('dim', 'note:')} ${note}`),
  ]
  return `${lines.join('\n')}\n`
}
