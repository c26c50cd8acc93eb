// The command tree, one line a command. A command's own file is loaded when the command is named.

import type { Command } from 'commander'
import type { CommandModule, Context } from './context.ts'
import { refuseEarlyOptions } from './early-options.ts'
import { pointToHelp } from './root-command.ts'

interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

interface Branch {
  readonly name: string
  readonly summary: string
  readonly leaves: readonly Leaf[]
  /** What the name does on its own, where it does something. */
  readonly load?: Leaf['load']
}

interface Chapter {
  readonly heading: string
  readonly entries: readonly (Leaf | Branch)[]
}

const config: readonly Leaf[] = [
  leaf('show', 'Show the effective settings and their origin', () => import('./config/show.ts')),
  leaf('reference', 'Describe every setting there is', () => import('./config/reference.ts')),
  leaf('check', 'Check a file of settings without using it', () => import('./config/check.ts')),
]

const keys: readonly Leaf[] = [
  leaf('create', 'Create an API key and show it once', () => import('./keys/create.ts')),
  leaf('list', 'List the API keys', () => import('./keys/list.ts')),
  leaf('rotate', 'Replace an API key by a successor', () => import('./keys/rotate.ts')),
  leaf('revoke', 'End an API key at once', () => import('./keys/revoke.ts')),
  leaf('mark', 'Say what keys an API key may make', () => import('./keys/mark.ts')),
]

const verifications: readonly Leaf[] = [
  leaf('submit', 'Submit pictures, wait for the result', () => import('./verifications/submit.ts')),
  leaf('list', 'List verifications, newest first', () => import('./verifications/list.ts')),
  leaf('get', 'Show one verification', () => import('./verifications/get.ts')),
]

const webhooks: readonly Leaf[] = [
  leaf('create', 'Register a webhook, show its secret once', () => import('./webhooks/create.ts')),
  leaf('list', 'List the webhooks', () => import('./webhooks/list.ts')),
  leaf('get', 'Show one webhook and how it is', () => import('./webhooks/get.ts')),
  leaf('update', 'Change a webhook', () => import('./webhooks/update.ts')),
  leaf('delete', 'Delete a webhook', () => import('./webhooks/delete.ts')),
  leaf('test', 'Send a test event, see the answer', () => import('./webhooks/test.ts')),
  leaf('rotate-secret', 'Replace the secret', () => import('./webhooks/rotate-secret.ts')),
  leaf('deliveries', 'Show what was sent', () => import('./webhooks/deliveries.ts')),
  leaf('replay', 'Send deliveries again', () => import('./webhooks/replay.ts')),
  leaf('verify', 'Judge a delivery as a receiver should', () => import('./webhooks/verify.ts')),
]

const usage: readonly Leaf[] = [
  leaf('export', 'Write every event for a billing system', () => import('./usage/export.ts')),
  leaf('correct', 'Take an event back', () => import('./usage/correct.ts')),
  leaf('recount', 'Compare the sums with the events', () => import('./usage/recount.ts')),
]

const users: readonly Leaf[] = [
  leaf('setup-link', 'Let the first administrator in', () => import('./users/setup-link.ts')),
  leaf('invite', 'Invite somebody to the console', () => import('./users/invite.ts')),
  leaf('create', 'Make a member with a password', () => import('./users/create.ts')),
  leaf('list', 'List the members', () => import('./users/list.ts')),
  leaf('roles', 'Show what each role may do', () => import('./users/roles.ts')),
  leaf('disable', 'Shut a member out at once', () => import('./users/disable.ts')),
  leaf('enable', 'Let a member in again', () => import('./users/enable.ts')),
  leaf(
    'reset-password',
    'Print a link to a new password',
    () => import('./users/reset-password.ts'),
  ),
  leaf(
    'reset-second-factor',
    'Take a lost second factor away',
    () => import('./users/reset-second-factor.ts'),
  ),
]

const audit: readonly Leaf[] = [
  leaf('list', 'Show who did what, newest first', () => import('./audit/list.ts')),
  leaf('verify', 'Tell whether the log was tampered with', () => import('./audit/verify.ts')),
  leaf('export', 'Print every entry, one a line', () => import('./audit/export.ts')),
  leaf('head', 'Print the end of the chain, to be kept', () => import('./audit/head.ts')),
]

const crypto: readonly Leaf[] = [
  leaf('status', 'List keys, their age and when they are due', () => import('./crypto/status.ts')),
]

const jobs: readonly Leaf[] = [
  leaf('stats', 'Show how much work waits, and for how long', () => import('./jobs/stats.ts')),
]

const outbound: readonly Leaf[] = [
  leaf('list', 'List what was sent out, newest first', () => import('./outbound/list.ts')),
  leaf('export', 'Export all of it as CSV or JSON', () => import('./outbound/export.ts')),
]

const tree: readonly Chapter[] = [
  {
    heading: 'Set up:',
    entries: [
      leaf('init', 'Make the data folder, the master key and svc.conf', () => import('./init.ts')),
      leaf('serve', 'Run the server', () => import('./serve.ts')),
      { name: 'config', summary: 'See and check the settings', leaves: config },
    ],
  },
  {
    heading: 'Use:',
    entries: [
      { name: 'keys', summary: 'Create and end API keys', leaves: keys },
      { name: 'verifications', summary: 'Submit and read verifications', leaves: verifications },
      { name: 'webhooks', summary: 'Tell clients what happened', leaves: webhooks },
      {
        name: 'usage',
        summary: 'Show what was used, and what is billable',
        leaves: usage,
        load: () => import('./usage.ts'),
      },
      leaf('openapi', 'Print the interface as OpenAPI', () => import('./openapi.ts')),
    ],
  },
  {
    heading: 'Operate:',
    entries: [
      leaf('status', 'Tell whether all is well', () => import('./status.ts')),
      { name: 'users', summary: 'Look after the people of the console', leaves: users },
      { name: 'audit', summary: 'Read and verify the audit log', leaves: audit },
      { name: 'crypto', summary: 'See which keys there are', leaves: crypto },
      { name: 'jobs', summary: 'Watch the work in progress', leaves: jobs },
      { name: 'outbound', summary: 'See what left for the outside', leaves: outbound },
    ],
  },
  {
    heading: 'Shell:',
    entries: [
      leaf('version', 'Show which version this is', () => import('./version.ts')),
      leaf('completion', 'Print the completion script of a shell', () => import('./completion.ts')),
    ],
  },
]

/** Adds every command to `root`. */
export function addCommands(root: Command, context: Context): void {
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
    // What follows the name of a command is for that command alone, not for the one around it.
    if (!leadsOn(named, root.args)) await load(named)
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

/** Whether the words after `command` begin with one of its own commands. */
function leadsOn(command: Command, [, next]: readonly string[]): boolean {
  return command.commands.some((one) => one.name() === next)
}

/** What completion scripts call: a line a candidate, its word and its description with a tab between. */
function addCompleter(
  root: Command,
  { io }: Context,
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

function leaf(name: string, summary: string, load: Leaf['load']): Leaf {
  return { name, summary, load }
}
