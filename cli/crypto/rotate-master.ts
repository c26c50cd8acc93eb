// `svc crypto rotate-master`: changes the master key while the server runs.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { findHolder, serverLockFile } from '../../server/db/server-lock.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { listKeptCopies } from '../../server/operations/kept-copies.ts'
import { rotateMaster } from '../../server/operations/rotate-master.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly newKeyFile?: string
  readonly yes?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--new-key-file <path>', 'file with the new key; created if it is not there')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc crypto rotate-master',
        'svc crypto rotate-master --new-key-file /mnt/key --yes',
      ),
    )
    .addHelpText(
      'after',
      '\nThe server goes on; no request fails. An interrupted change is finished by the\nsame command. Where the key is a credential or a command: svc help encryption-keys.\n',
    )
    .action((options: Options) => rotate(context, options))
}

/** The running server looks every second. */
const serverWaitMs = 5_000

async function rotate(context: CommandContext, options: Options): Promise<void> {
  const { io, session, interrupted } = context
  const appliance = await session.appliance()
  await io.confirm('Change the master key now?', { ...options, signal: interrupted })
  const file = options.newKeyFile === undefined ? undefined : resolve(options.newKeyFile)
  const change = await rotateMaster(appliance, session.origin, file)
  if (change.kind === 'refused') throw new CommandError('precondition_failed', change.why)
  const server = await awaitServer(context, appliance, change.to)
  const { from, to, oldKeyFile, hadChanged, changedAt } = change
  const at = toIso(changedAt ?? appliance.clock.now())
  const copies = (await listKeptCopies(appliance.config.dataDir)).filter(
    ({ masterKeyId }) => masterKeyId === from,
  )
  io.show(
    {
      from,
      to,
      old_key_file: oldKeyFile ?? null,
      had_changed: hadChanged,
      needed_for_backups_before: at,
      copies_for_old_key: copies.map(({ file }) => file),
      server,
    },
    () => `${from} -> ${to}\n`,
  )
  if (io.isJson) return
  const done = hadChanged
    ? 'The database had changed over already; the key files are exchanged now.'
    : 'The master key is changed.'
  io.say(`${done} ${serverTexts[server]}`)
  io.say(
    `Keep the old key ${oldKeyFile === undefined ? '' : `(${oldKeyFile}) `}as long as there are backups made before ${at}: they need it. Move it to where your escrow copies are.`,
  )
  if (copies.length > 0) {
    io.say('Copies in the data folder that open with the old key only:')
    for (const { file } of copies) io.say(`  ${file}`)
    io.say('Delete them once no rollback to them is wanted: svc help upgrade.')
  }
  io.say('Next: svc crypto split 3 of 5, then svc crypto escrow confirm.')
}

type ServerState = 'uses_it' | 'not_running' | 'must_be_restarted'

const serverTexts: Readonly<Record<ServerState, string>> = {
  uses_it: 'The running server uses it.',
  not_running: 'No server runs; the next start uses it.',
  must_be_restarted:
    'The running server goes on with what it has in memory, but cannot read the new key by itself: restart it when it suits you.',
}

async function awaitServer(
  { shell, interrupted }: CommandContext,
  { config }: Appliance,
  fingerprint: string,
): Promise<ServerState> {
  const pauseMs = 100
  for (let waited = 0; waited < serverWaitMs; waited += pauseMs) {
    const holder = findHolder(serverLockFile(config.dataDir))
    if (holder === undefined) return 'not_running'
    if (holder.masterKeyId === fingerprint) return 'uses_it'
    await shell.wait(pauseMs, interrupted)
  }
  return 'must_be_restarted'
}
