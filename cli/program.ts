// The command tree, one line a command. A command's file is loaded only when the command is named.

import type { Command } from 'commander'
import { type Leaf, leaf } from './command-leaf.ts'
import type { CommandContext } from './context.ts'
import {
  backup,
  crypto,
  erase,
  exportLeaves,
  hold,
  retention,
  upgrade,
} from './custody-commands.ts'
import { refuseEarlyOptions } from './options/early-options.ts'
import { pointToHelp } from './root-command.ts'

interface Branch {
  readonly name: string
  readonly summary: string
  readonly leaves: readonly Leaf[]
  /** Action of the name without a subcommand, if it has one. */
  readonly load?: Leaf['load']
}

interface Chapter {
  readonly heading: string
  readonly entries: readonly (Leaf | Branch)[]
}

const config: readonly Leaf[] = [
  leaf('show', 'Show the effective settings and their origin', () => import('./config/show.ts')),
  leaf('reference', 'Describe every setting', () => import('./config/reference.ts')),
  leaf('check', 'Check the settings without starting', () => import('./config/check.ts')),
]

const db: readonly Leaf[] = [
  leaf('copy', 'Move to PostgreSQL, or back to a data folder', () => import('./db/copy.ts')),
  leaf(
    'compact',
    'Write the database anew, without old copies of rows',
    () => import('./db/compact.ts'),
  ),
]

const documents: readonly Leaf[] = [
  leaf('read', 'Read machine-readable zones', () => import('./documents/read.ts')),
]

const images: readonly Leaf[] = [
  leaf('move', 'Move the images to another folder or bucket', () => import('./images/move.ts')),
  leaf('adopt', 'Let this copy write to the bucket', () => import('./images/adopt.ts')),
]

const keys: readonly Leaf[] = [
  leaf('create', 'Create an API key and show it once', () => import('./keys/create.ts')),
  leaf('list', 'List the API keys', () => import('./keys/list.ts')),
  leaf('rotate', 'Replace an API key', () => import('./keys/rotate.ts')),
  leaf('revoke', 'Revoke an API key at once', () => import('./keys/revoke.ts')),
  leaf('mark', 'Limit the scopes of keys that an API key creates', () => import('./keys/mark.ts')),
]

const verifications: readonly Leaf[] = [
  leaf('submit', 'Submit images, wait for the result', () => import('./verifications/submit.ts')),
  leaf('list', 'List verifications, newest first', () => import('./verifications/list.ts')),
  leaf('get', 'Show one verification', () => import('./verifications/get.ts')),
]

const faces: readonly Leaf[] = [
  leaf('measure', 'Measure a face model on labelled pairs', () => import('./faces/measure.ts')),
]

const webhooks: readonly Leaf[] = [
  leaf('create', 'Register a webhook, show its secret once', () => import('./webhooks/create.ts')),
  leaf('list', 'List the webhooks', () => import('./webhooks/list.ts')),
  leaf('get', 'Show one webhook and its deliveries', () => import('./webhooks/get.ts')),
  leaf('update', 'Change a webhook', () => import('./webhooks/update.ts')),
  leaf('delete', 'Delete a webhook', () => import('./webhooks/delete.ts')),
  leaf('test', 'Send a test event, show the answer', () => import('./webhooks/test.ts')),
  leaf('rotate-secret', 'Replace the secret', () => import('./webhooks/rotate-secret.ts')),
  leaf('deliveries', 'List deliveries, newest first', () => import('./webhooks/deliveries.ts')),
  leaf('replay', 'Send deliveries again', () => import('./webhooks/replay.ts')),
  leaf('verify', 'Check the signature of a delivery', () => import('./webhooks/verify.ts')),
]

const usage: readonly Leaf[] = [
  leaf('export', 'Export usage events for billing', () => import('./usage/export.ts')),
  leaf('correct', 'Cancel a usage event', () => import('./usage/correct.ts')),
  leaf('recount', 'Compare usage counters with events', () => import('./usage/recount.ts')),
]

const users: readonly Leaf[] = [
  leaf(
    'setup-link',
    'Print a link for the first administrator',
    () => import('./users/setup-link.ts'),
  ),
  leaf('invite', 'Invite a user to the console', () => import('./users/invite.ts')),
  leaf('create', 'Create a user with a password', () => import('./users/create.ts')),
  leaf('list', 'List the users', () => import('./users/list.ts')),
  leaf('roles', 'Show the permissions of each role', () => import('./users/roles.ts')),
  leaf('disable', 'Disable a user at once', () => import('./users/disable.ts')),
  leaf('enable', 'Enable a disabled user', () => import('./users/enable.ts')),
  leaf(
    'reset-password',
    'Print a link to set a new password',
    () => import('./users/reset-password.ts'),
  ),
  leaf(
    'reinvite',
    'Return an account to an invitation, to move it to the bank’s directory or back',
    () => import('./users/reinvite.ts'),
  ),
  leaf(
    'reset-second-factor',
    'Remove a lost second factor',
    () => import('./users/reset-second-factor.ts'),
  ),
]

const sso: readonly Leaf[] = [
  leaf('show', 'Show how users sign in', () => import('./sso/show.ts')),
  leaf('test', 'Try the directory step by step', () => import('./sso/test.ts')),
]

const audit: readonly Leaf[] = [
  leaf('list', 'Show who did what, newest first', () => import('./audit/list.ts')),
  leaf('verify', 'Check the log for tampering', () => import('./audit/verify.ts')),
  leaf('export', 'Export every entry as JSON lines', () => import('./audit/export.ts')),
  leaf(
    'head',
    'Print the checkpoint: number and hash of the newest entry',
    () => import('./audit/head.ts'),
  ),
]

const jobs: readonly Leaf[] = [
  leaf('stats', 'Count jobs that run, wait and are due', () => import('./jobs/stats.ts')),
]

const nodes: readonly Leaf[] = [
  leaf('list', 'List the servers on the database', () => import('./nodes/list.ts')),
  leaf('drain', 'Let a node begin no more work', () => import('./nodes/drain.ts')),
  leaf('resume', 'Let a drained node take work again', () => import('./nodes/resume.ts')),
]

const outbound: readonly Leaf[] = [
  leaf('list', 'List outbound calls, newest first', () => import('./outbound/list.ts')),
  leaf('export', 'Export outbound calls as CSV or JSON', () => import('./outbound/export.ts')),
]

const tree: readonly Chapter[] = [
  {
    heading: 'Set up:',
    entries: [
      leaf('init', 'Create data folder, master key and svc.conf', () => import('./init/init.ts')),
      leaf('serve', 'Run the server', () => import('./serve/serve.ts')),
      leaf('migrate', 'Bring the database to this release', () => import('./migrate.ts')),
      { name: 'db', summary: 'Move or compact the database', leaves: db },
      { name: 'images', summary: 'Move the images', leaves: images },
      { name: 'config', summary: 'Show and check the settings', leaves: config },
    ],
  },
  {
    heading: 'Use:',
    entries: [
      { name: 'keys', summary: 'Create and revoke API keys', leaves: keys },
      { name: 'verifications', summary: 'Submit and read verifications', leaves: verifications },
      { name: 'documents', summary: 'Read pictures of documents', leaves: documents },
      { name: 'faces', summary: 'Measure a face model of your own', leaves: faces },
      { name: 'webhooks', summary: 'Manage webhooks and their deliveries', leaves: webhooks },
      {
        name: 'usage',
        summary: 'Show usage and what is billable',
        leaves: usage,
        load: () => import('./usage.ts'),
      },
      leaf('openapi', 'Print the API as OpenAPI', () => import('./openapi.ts')),
    ],
  },
  {
    heading: 'Operate:',
    entries: [
      leaf('status', 'Show the health of the appliance', () => import('./status/status.ts')),
      leaf('doctor', 'Check machine, settings and stored data', () => import('./doctor/doctor.ts')),
      { name: 'users', summary: 'Manage the users of the console', leaves: users },
      { name: 'sso', summary: 'Sign-in with the directory', leaves: sso },
      { name: 'audit', summary: 'Read and verify the audit log', leaves: audit },
      { name: 'crypto', summary: 'Encryption keys: list, verify, rotate, escrow', leaves: crypto },
      { name: 'retention', summary: 'Show and run retention', leaves: retention },
      {
        name: 'erase',
        summary: 'Erase a verification for good',
        leaves: erase,
        load: () => import('./erase.ts'),
      },
      { name: 'hold', summary: 'Set and release legal holds', leaves: hold },
      { name: 'export', summary: 'Export the data of a person', leaves: exportLeaves },
      { name: 'backup', summary: 'Make and check backups', leaves: backup },
      leaf('restore', 'Restore a backup, server stopped', () => import('./restore.ts')),
      leaf(
        'resume-outgoing',
        'Send to the outside again after a restore',
        () => import('./resume-outgoing.ts'),
      ),
      { name: 'upgrade', summary: 'Change over to a newer release', leaves: upgrade },
      leaf('rollback', 'Return to an older release', () => import('./rollback.ts')),
      { name: 'jobs', summary: 'Show background jobs', leaves: jobs },
      { name: 'nodes', summary: 'List and drain the running servers', leaves: nodes },
      { name: 'outbound', summary: 'Show calls to other services', leaves: outbound },
    ],
  },
  {
    heading: 'Shell:',
    entries: [
      leaf(
        'help',
        'Print a page of the guide, or the help of a command',
        () => import('./help.ts'),
      ),
      leaf('version', 'Show the version', () => import('./version.ts')),
      leaf('completion', 'Print a shell completion script', () => import('./completion.ts')),
    ],
  },
]

/** Adds every command to `root`. */
export function addCommands(root: Command, context: CommandContext): void {
  const loads = new Map<Command, Leaf['load']>()
  const load = async (command: Command) => {
    const pending = loads.get(command)
    loads.delete(command)
    if (pending) (await pending()).define(command, context)
  }
  const add = (parent: Command, leaf: Leaf) => {
    const command = parent.command(leaf.name).description(leaf.summary)
    pointToHelp(command)
    loads.set(command, leaf.load)
  }
  pointToHelp(root)
  root.hook('preSubcommand', async (_parent, named) => {
    // Options after a command's name belong to that command, not to its parent.
    if (!namesSubcommand(named, root.args)) await load(named)
  })
  for (const { heading, entries } of tree) {
    root.commandsGroup(heading)
    for (const entry of entries) {
      if (!('leaves' in entry)) add(root, entry)
      else {
        const branch = root.command(entry.name).description(entry.summary).helpCommand(false)
        pointToHelp(branch)
        if (entry.load) loads.set(branch, entry.load)
        branch.hook('preSubcommand', async (_parent, named) => {
          await load(named)
          refuseEarlyOptions(branch, named)
        })
        for (const part of entry.leaves) add(branch, part)
      }
    }
  }
  addCompleter(root, context, load)
}

/** Whether the word after `command` names one of its subcommands. */
function namesSubcommand(command: Command, [, next]: readonly string[]): boolean {
  return command.commands.some((one) => one.name() === next)
}

/**
 * Adds the hidden command of the completion scripts: prints one candidate a line, word and description separated by a
 * tab.
 */
function addCompleter(
  root: Command,
  { io }: CommandContext,
  load: (command: Command) => Promise<void>,
): void {
  root
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const { complete } = await import('./complete.ts')
      for (const { word, description } of await complete(root, words, load)) {
        io.out.write(`${word}\t${description}\n`)
      }
    })
}
