// `svc crypto rotate-master`: changes the master key while the server runs.

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { toIso } from '../../server/kernel/clock.ts'
import {
  findKeyUsers,
  type KeyUser,
} from '../../server/operations/encryption-keys/find-key-users.ts'
import { listKeptCopies } from '../../server/operations/encryption-keys/kept-copies.ts'
import { rotateMaster } from '../../server/operations/encryption-keys/rotate-master.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'

interface Options extends YesOption {
  readonly newKeyFile?: string
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
      '\nThe server goes on; no request fails. An interrupted change is finished by the\nsame command. Where the key is a credential or a command:\nsvc help encryption-keys.\n',
    )
    .action((options: Options) => rotate(context, options))
}

/** A running server looks every second. */
const serverWaitMs = 5_000

async function rotate(context: CommandContext, options: Options): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  await io.confirm('Change the master key now?', options)
  const file = options.newKeyFile === undefined ? undefined : resolve(options.newKeyFile)
  const change = await rotateMaster(appliance, session.origin, file)
  if (change.kind === 'refused') throw new CommandError('precondition_failed', change.why)
  const { server, behind } = await awaitServers(context, appliance, change.to)
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
      servers_behind: behind.map(({ name }) => name),
    },
    () => `${from} -> ${to}\n`,
  )
  if (io.isJson) return
  const done = hadChanged
    ? 'The database had changed over already; the key files are exchanged now.'
    : 'The master key is changed.'
  io.say(`${done} ${serverTexts[server]}`)
  for (const { name } of behind) io.say(`${name} holds the old key.`)
  io.say(
    `Keep the old key ${oldKeyFile === undefined ? '' : `(${oldKeyFile}) `}as long as there are backups made before ${at}: they need it. Move it to where your escrow copies are.`,
  )
  if (copies.length > 0) {
    io.say('Copies in or beside the data folder that open with the old key only:')
    for (const { file } of copies) io.say(`  ${file}`)
    io.say('Delete them once no rollback to them is wanted: svc help upgrade.')
  }
  io.say(
    `No copy in escrow is confirmed for the new key ${to} yet. Copy it there, or svc crypto split 3 of 5; then svc crypto escrow confirm.`,
  )
}

type ServerState = 'uses_it' | 'not_running' | 'must_be_restarted'

const serverTexts: Readonly<Record<ServerState, string>> = {
  uses_it: 'Every running server uses it.',
  not_running: 'No server runs; the next start uses it.',
  must_be_restarted:
    'What runs goes on with the key in its memory, and could not read the new one within five seconds: put the new key where its own settings name it (another machine has a file of its own), then restart it when it suits you.',
}

interface ServersAfter {
  readonly server: ServerState
  /** Those that do not use the new key. */
  readonly behind: readonly KeyUser[]
}

async function awaitServers(
  { shell, interrupted }: CommandContext,
  appliance: Appliance,
  fingerprint: string,
): Promise<ServersAfter> {
  const pauseMs = 100
  let behind: readonly KeyUser[] = []
  for (let waited = 0; waited < serverWaitMs; waited += pauseMs) {
    const servers = await findKeyUsers(appliance)
    if (servers.length === 0) return { server: 'not_running', behind: [] }
    behind = servers.filter(({ masterKeyId }) => masterKeyId !== fingerprint)
    if (behind.length === 0) return { server: 'uses_it', behind }
    await shell.wait(pauseMs, interrupted)
  }
  return { server: 'must_be_restarted', behind }
}
