// The command tree, one line a command. A command's own file is loaded when the command is named.

import type { Command } from 'commander'
import type { CommandModule, Context } from './context.ts'

interface Leaf {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<CommandModule>
}

interface Branch {
  readonly name: string
  readonly summary: string
  readonly leaves: readonly Leaf[]
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

const jobs: readonly Leaf[] = [
  leaf('stats', 'Show how much work waits, and for how long', () => import('./jobs/stats.ts')),
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
    ],
  },
  {
    heading: 'Operate:',
    entries: [
      leaf('status', 'Tell whether all is well', () => import('./status.ts')),
      { name: 'jobs', summary: 'Watch the work in progress', leaves: jobs },
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
    loads.set(parent.command(leaf.name).description(leaf.summary), leaf.load)
  }
  root.hook('preSubcommand', (_parent, named) => load(named))
  for (const { heading, entries } of tree) {
    root.commandsGroup(heading)
    for (const entry of entries) {
      if (!('leaves' in entry)) add(root, entry)
      else {
        const branch = root.command(entry.name).description(entry.summary).helpCommand(false)
        branch.hook('preSubcommand', (_parent, named) => load(named))
        for (const part of entry.leaves) add(branch, part)
      }
    }
  }
  addCompleter(root, context, load)
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
