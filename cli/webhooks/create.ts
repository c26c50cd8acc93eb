// `svc webhooks create`: registers a webhook endpoint and prints its secret once.

import type { Command } from 'commander'
import { parseNewWebhook, type WebhookRules } from '../../server/api/webhooks/webhook-input.ts'
import type { Appliance } from '../../server/appliance.ts'
import { subscribableEvents } from '../../server/events/event.ts'
import type { Fault } from '../../server/kernel/app-error.ts'
import { type Environment, environments } from '../../server/kernel/environment.ts'
import { registerWebhook } from '../../server/webhooks/register-webhook.ts'
import type { Webhook } from '../../server/webhooks/webhook.ts'
import { listAllWebhooks } from '../../server/webhooks/webhook-store.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { inOptions, namingOptions } from '../options/option-faults.ts'
import { wordOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { showSecret } from './show-secret.ts'
import {
  addWebhookOptions,
  eventsHelp,
  readWebhookOptions,
  type WebhookOptions,
  webhookOptionOfField,
} from './webhook-options.ts'

interface Options extends WebhookOptions {
  readonly env?: string
}

export function define(command: Command, context: CommandContext): void {
  addWebhookOptions(command, { isNew: true })
    .addOption(
      wordOption(
        '--env <environment>',
        'environment whose events it gets (required)',
        environments,
      ),
    )
    .option('--inactive', 'send nothing to it yet')
    .addHelpText(
      'before',
      examples(
        'svc webhooks create --env sandbox --url https://hooks.bank.example/svc',
        'svc webhooks create --env live --url https://hooks.bank.example/svc \\\n' +
          '      --events verification.failed --description "Core banking"',
        'svc webhooks create --env live --url https://hooks.bank.example/svc --json',
      ),
    )
    .addHelpText(
      'after',
      `\nEvents (all of them unless --events is given):\n${eventsHelp}\n\nIn scripts use --json, which prints the id with the secret.`,
    )
    .action((options: Options) => create(context, options))
}

async function create({ io, session }: CommandContext, options: Options): Promise<void> {
  const appliance = await session.appliance()
  const { clock, webhookTargets } = appliance
  const rules = { policy: webhookTargets.policy, nowMs: clock.now() }
  const asked = await parse(options, rules)
  const made = await registerWebhook(appliance, session.origin, asked).catch((error: unknown) => {
    throw inOptions(webhookOptionOfField, error)
  })
  showSecret(io, made, clock.now())
  if (io.isJson) return
  const { id, events, active } = made.webhook
  await warnOfTwins(io, appliance, made.webhook)
  io.say(`It gets ${events.join(', ')}. Try it:`)
  io.say(`  ${commandToCopy(session, `svc webhooks test ${id}`)}`)
  if (active) return
  const activate = commandToCopy(session, `svc webhooks update ${id} --active`)
  io.say(`It is inactive and gets only tests, until: ${activate}`)
}

/** Several webhooks may share an address, as with different events; by mistake every event comes twice. */
async function warnOfTwins(
  io: Io,
  { db }: Appliance,
  { id, environment, url }: Webhook,
): Promise<void> {
  const all = await listAllWebhooks(db.reader, environment)
  const twins = all.filter((one) => one.url === url && one.id !== id).map((one) => one.id)
  if (twins.length === 0) return
  io.say(`The same URL has ${twins.join(', ')}: events of both are sent there more than once.`)
}

/** @throws AppError `invalid_request`, `invalid_webhook_url` with every fault */
async function parse(options: Options, rules: WebhookRules) {
  const { fields, faults } = await readWebhookOptions(options)
  const earlier = [...faults]
  const environment = readEnvironment(options.env, earlier)
  const webhook = namingOptions(
    webhookOptionOfField,
    () => parseNewWebhook({ events: subscribableEvents, ...fields }, rules),
    earlier,
  )
  return { ...webhook, environment }
}

/** Adds a fault for an invalid environment; the value returned is then not used. */
function readEnvironment(given: string | undefined, faults: Fault[]): Environment {
  const environment = environments.find((one) => one === given)
  if (environment !== undefined) return environment
  const code = given === undefined ? 'missing' : 'invalid'
  faults.push({ param: '--env', code, message: '--env is sandbox or live.' })
  return 'sandbox'
}
