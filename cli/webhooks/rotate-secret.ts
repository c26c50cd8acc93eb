// `svc webhooks rotate-secret`: replaces the secret of a webhook, at once or later.

import type { Command } from 'commander'
import { parseSecretRotation } from '../../server/api/webhooks/webhook-input.ts'
import { AppError } from '../../server/kernel/app-error.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { duration } from '../../server/settings/setting-kinds.ts'
import { readWebhook } from '../../server/webhooks/read-webhook.ts'
import { rotateSecret } from '../../server/webhooks/rotate-secret.ts'
import type { SecretState } from '../../server/webhooks/sign.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { durationParser } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { showSecret } from './show-secret.ts'

interface Options extends YesOption {
  /** Milliseconds. */
  readonly activatesIn?: number
  readonly replacePending?: boolean
}

const [soonest, latest] = ['0', '30d']

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .option(
      '--activates-in <time>',
      'when the new secret begins to sign (24h)',
      durationParser(soonest, latest),
    )
    .option('--replace-pending', 'discard a secret that is pending from an earlier rotation')
    .option('-y, --yes', 'do not ask before --activates-in 0 ends the old secret at once')
    .addHelpText(
      'before',
      examples(
        'svc webhooks rotate-secret wh_01kx…',
        'SECRET=$(svc webhooks rotate-secret wh_01kx… --activates-in 7d)',
      ),
    )
    .addHelpText(
      'after',
      '\nUntil then the old secret signs, and svc-signatures carries both signatures.',
    )
    .action((id: string, options: Options) => rotate(context, id, options))
}

async function rotate(context: CommandContext, id: string, options: Options): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const { clock } = appliance
  const name = { id, environment: undefined }
  const { secrets, url } = await readWebhook(appliance, appliance.db.reader, name)
  const activatesInMs = options.activatesIn ?? parseSecretRotation({}).activatesInMs
  const replacesPending = options.replacePending ?? false
  if (activatesInMs === 0) {
    const question = `Rotate the secret of ${id} (${new URL(url).host}) at once? Receivers that have only the old one will refuse every delivery.`
    await io.confirm(question, options)
  }
  const rotatedAt = clock.now()
  const asked = { ...name, activatesInMs, replacesPending }
  const made = await rotateSecret(appliance, session.origin, asked).catch((error: unknown) => {
    throw namingPending(error)
  })
  showSecret(io, made, clock.now())
  if (io.isJson) return
  const plan = [...planOf(made.webhook.secrets, activatesInMs), ...replacedBy(secrets, rotatedAt)]
  for (const line of plan) io.say(line)
  io.say(`Check that the receiver accepts it: ${commandToCopy(session, `svc webhooks test ${id}`)}`)
}

/** Names the option in place of the API's field. */
function namingPending(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'conflict') return error
  const message = error.message.replace('send replace_pending true', 'add --replace-pending')
  return new AppError('conflict', message)
}

function planOf(secrets: SecretState | undefined, activatesInMs: number): readonly string[] {
  const next = secrets?.next
  if (next === undefined) return ['It signs from now on; the old secret is deleted.']
  const span = duration(soonest, latest).print(activatesInMs)
  return [
    `It begins to sign in ${span}, at ${toIso(next.activatesAt)}.`,
    'Until then the old secret signs and svc-signatures has both signatures: give the new one to the receiver.',
  ]
}

/** Names an earlier pending secret that this rotation replaced. */
function replacedBy(secrets: SecretState | undefined, nowMs: number): readonly string[] {
  const next = secrets?.next
  if (next === undefined || next.activatesAt <= nowMs) return []
  const when = toIso(next.activatesAt)
  return [`It replaces the pending secret that was to sign from ${when}.`]
}
