// `svc keys create`

import type { Command } from 'commander'
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
    .option('--name <text>', 'what the key is for')
    .addOption(wordOption('--env <environment>', 'where it works', environments))
    .option('--scopes <list>', 'what it may do, comma-separated (all but keys.manage)')
    .option('--expires <when>', 'when it ends: 90d, or an instant (never)')
    .option('--allow <cidr>', 'network it may be used from; may be repeated (anywhere)', collect)
    .addHelpText(
      'before',
      examples(
        'svc keys create --name "Core banking" --env sandbox',
        'svc keys create --name "Core banking" --env live --expires 90d --allow 10.1.0.0/16',
        'KEY=$(svc keys create --name Reports --env live --scopes kyc.read)',
      ),
    )
    .addHelpText('after', `\nScopes:\n  ${scopes.join(', ')}`)
    .action((options: Options) => create(context, options))
}

async function create({ io, session }: Context, options: Options): Promise<void> {
  const appliance = await session.appliance()
  const asked = parse(options, appliance.clock.now())
  showCreatedKey(io, appliance, await createKey(appliance, asked))
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

/** What is no duration is left for the parser of instants to judge. */
function toInstant(text: string, nowMs: number): string {
  const lifetimeMs = lifetime.parse(text, '')
  return lifetimeMs === undefined ? text : toIso(nowMs + lifetimeMs)
}
