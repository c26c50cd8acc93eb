// `svc keys create`

import type { Command } from 'commander'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { environments, scopes } from '../../server/keys/key.ts'
import { parseNewKey } from '../../server/keys/key-input.ts'
import { duration } from '../../server/settings/setting-kinds.ts'
import type { Context } from '../context.ts'
import { namingOptions } from '../option-faults.ts'
import { collect, wordOption } from '../option-kinds.ts'
import { examples } from '../root-command.ts'
import { showCreatedKey } from './show-created-key.ts'

interface Options {
  readonly name?: string
  readonly env?: string
  readonly scopes?: string
  readonly expires?: string
  readonly allow?: readonly string[]
}

export function define(command: Command, context: Context): void {
  command
    .option('--name <text>', 'what the key is for (required)')
    .addOption(wordOption('--env <environment>', 'where it works (required)', environments))
    .option('--scopes <list>', 'what it may do, comma-separated (all but keys.manage)')
    .option('--expires <when>', 'when it ends: 90d, a date or instant, UTC (never)')
    .option('--allow <cidr>', 'network it may be used from; may be repeated (anywhere)', collect)
    .addHelpText(
      'before',
      examples(
        'svc keys create --name "Core banking" --env sandbox',
        'svc keys create --name "Core banking" --env live --expires 2027-01-31 \\\n' +
          '      --allow 10.1.0.0/16',
        'KEY=$(svc keys create --name Reports --env live --scopes kyc.read)',
      ),
    )
    .addHelpText('after', `\nScopes:\n  ${scopes.join(', ')}`)
    .action((options: Options) => create(context, options))
}

async function create({ io, session }: Context, options: Options): Promise<void> {
  const appliance = await session.appliance()
  const asked = parse(options, appliance.clock.now())
  showCreatedKey(io, appliance, await createKey(appliance, fromCommandLine, asked))
}

const optionOfField = {
  name: '--name',
  environment: '--env',
  scopes: '--scopes',
  expires_at: '--expires',
  allowed_cidrs: '--allow',
}

/** @throws AppError `invalid_request` with every fault */
function parse(options: Options, nowMs: number) {
  return namingOptions(optionOfField, () =>
    parseNewKey(
      {
        name: options.name,
        environment: options.env,
        scopes: options.scopes?.split(',').map((scope) => scope.trim()),
        allowed_cidrs: options.allow,
        expires_at: options.expires && toInstant(options.expires, nowMs),
      },
      nowMs,
    ),
  )
}

const lifetime = duration('1s', '3650d')

/** A date is its first instant, UTC. What is none of these is left for the parser of instants to judge. */
function toInstant(text: string, nowMs: number): string {
  const lifetimeMs = lifetime.parse(text, '')
  if (lifetimeMs !== undefined) return toIso(nowMs + lifetimeMs)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : text
}
