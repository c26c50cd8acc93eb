// `svc keys create`: creates an API key and prints it once.

import type { Command } from 'commander'
import { parseNewKey } from '../../server/api/keys/key-api.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { environments } from '../../server/kernel/environment.ts'
import { parseInstant } from '../../server/kernel/instant.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { scopes } from '../../server/keys/key.ts'
import { duration } from '../../server/settings/setting-kinds.ts'
import type { CommandContext } from '../context.ts'
import { namingOptions } from '../options/option-faults.ts'
import { collect, wordOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { showCreatedKey } from './show-created-key.ts'

interface Options {
  readonly name?: string
  readonly env?: string
  readonly scopes?: string
  readonly expires?: string
  readonly allow?: readonly string[]
  readonly unrestricted?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--name <text>', 'what the key is for (required)')
    .addOption(wordOption('--env <environment>', 'where it works (required)', environments))
    .option('--scopes <list>', 'what it may do, comma-separated (all but keys.manage)')
    .option('--expires <when>', 'when it expires: 90d, a date or instant, UTC (never)')
    .option('--allow <cidr>', 'network it may be used from; may be repeated (anywhere)', collect)
    .option('--unrestricted', 'it may create keys with any scope over REST')
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

async function create({ io, session }: CommandContext, options: Options): Promise<void> {
  const appliance = await session.appliance()
  const asked = parse(options, appliance.clock.now())
  const isUnrestricted = options.unrestricted === true
  const created = await createKey(appliance, session.origin, asked, { isUnrestricted })
  showCreatedKey(io, appliance, created)
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
  const { expires } = options
  const expiresAt = expires === undefined ? undefined : toInstant(expires, nowMs)
  const isUnreadable = expires !== undefined && expiresAt === undefined
  const work = () =>
    parseNewKey(
      {
        name: options.name,
        environment: options.env,
        scopes: options.scopes?.split(',').map((scope) => scope.trim()),
        allowed_cidrs: options.allow,
        expires_at: expiresAt,
      },
      nowMs,
    )
  return namingOptions(optionOfField, work, isUnreadable ? [unreadableExpiry] : [])
}

const lifetimeMax = '3650d'
const lifetime = duration('1s', lifetimeMax)

const unreadableExpiry = {
  param: '--expires',
  code: 'invalid',
  message: `--expires must be a duration such as 90d (at most ${lifetimeMax}), an instant such as 2027-01-31T09:30:00Z, or a date such as 2027-01-31.`,
}

/** Undefined if the text is no duration, instant or date. */
function toInstant(text: string, nowMs: number): string | undefined {
  const lifetimeMs = lifetime.parse(text, '')
  if (lifetimeMs !== undefined) return toIso(nowMs + lifetimeMs)
  return parseInstant(text) === undefined ? undefined : text
}
