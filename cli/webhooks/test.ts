// `svc webhooks test`: sends a test event and shows the answer.

import type { Command } from 'commander'
import { testJson } from '../../server/api/webhooks/webhook-api.ts'
import type { TestResult } from '../../server/deliveries/delivery.ts'
import { sendTest } from '../../server/deliveries/send-test.ts'
import { readWebhook } from '../../server/webhooks/read-webhook.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { renderFacts } from '../text/table.ts'
import { answerWord, exitStatusOf, explainAnswer } from './explain-answer.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the webhook, from svc webhooks list')
    .addHelpText(
      'before',
      examples('svc webhooks test wh_01kx…', 'svc webhooks test wh_01kx… --json'),
    )
    .addHelpText(
      'after',
      '\nNeeds no running server, and also works for an inactive webhook. The test is' +
        '\nlisted among the deliveries, unless it was interrupted.' +
        `\nExit status: 0 delivered; ${exitStatus.problemsFound} answered with other than 2xx, TLS failed, or the` +
        `\naddress is not allowed; ${exitStatus.unreachable} no answer in time.`,
    )
    .action((id: string) => test(context, id))
}

async function test(context: CommandContext, id: string): Promise<void> {
  const { io, session, interrupted: signal, finish } = context
  const appliance = await session.appliance()
  const name = { id, environment: undefined }
  const { url, active } = await readWebhook(appliance, appliance.db.reader, name)
  const { host } = new URL(url)
  const watch = watchWaiting(context, host)
  const result = await sendTest(appliance, session.origin, { ...name, signal }).finally(() =>
    watch.end(),
  )
  const ids = { webhook_id: id, delivery_id: result.deliveryId, event_id: result.eventId }
  io.show({ ...ids, host, ...testJson(result) }, () => toText(io, host, result))
  if (!active && !io.isJson) io.say('The webhook is inactive: it gets only tests.')
  finish(exitStatusOf(result.error))
}

/** Shows the seconds waited, every second. */
function watchWaiting({ io, shell }: CommandContext, host: string): { end(): void } {
  const progress = startProgress(io)
  const startedAt = shell.clock.now()
  let cancel = () => {}
  const update = () => {
    const seconds = Math.round((shell.clock.now() - startedAt) / 1000)
    progress.update(`Waiting for ${host}: ${seconds} s`)
    cancel = shell.clock.after(1000, update)
  }
  if (io.isWatched) update()
  return {
    end() {
      cancel()
      progress.end()
    },
  }
}

function toText({ out }: Io, host: string, result: TestResult): string {
  const { delivered, statusCode, error, durationMs } = result
  const answer = { status: statusCode ?? null, error: error ?? null }
  const facts = renderFacts(out, [
    ['to', host],
    ['event', 'webhook.test'],
    ['event id', result.eventId],
    ['delivery', result.deliveryId],
    ['answer', `${answerWord(answer)} after ${durationMs} ms`],
  ])
  const verdict = delivered
    ? out.style('green', 'Delivered.')
    : `${out.style('red', 'Not delivered.')} ${explainAnswer(answer) ?? ''}`
  return `${facts}${verdict}\n`
}
