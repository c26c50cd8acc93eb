// `svc retention explain`: says why a verification is kept, until when, and what would be deleted.

import type { Command } from 'commander'
import { explainRetention } from '../../server/erasure/explain-retention.ts'
import { type RetentionJson, retentionJson } from '../../server/erasure/retention-json.ts'
import type { CommandContext } from '../context.ts'
import { liftingCommand } from '../lifting-command.ts'
import { examples } from '../root-command.ts'
import { renderFacts } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<verification>', 'the id of the verification')
    .addHelpText('before', examples('svc retention explain ver_01kx…'))
    .action((id: string) => explain(context, id))
}

async function explain(context: CommandContext, id: string): Promise<void> {
  const { io, session } = context
  const appliance = await session.appliance()
  const explained = await explainRetention(appliance, id)
  const json = retentionJson(explained, appliance.clock.now())
  const { country, environment, status } = explained.verification
  const document = { id, country, environment, status, ...json }
  io.show(document, () => textOf(context, document))
}

type Explained = RetentionJson &
  Readonly<Record<'id' | 'country' | 'environment' | 'status', string>>

function textOf({ io, session }: Pick<CommandContext, 'io' | 'session'>, one: Explained): string {
  const facts = renderFacts(io.out, [
    ['Verification', one.id],
    ['Market', `${one.country}, ${one.environment}, ${one.status}`],
    ['Kind of data', one.kind],
    ['Floor in law', one.floor_years === 0 ? 'none' : `${one.floor_years} years`],
    ['Ground', one.law.en],
    ['Source', `${one.source} (certainty: ${one.certainty})`],
    ['Upper limit', one.ceiling.en],
    [
      'Counted from',
      `${one.from === 'completion' ? 'completion' : 'end of the relationship'}: ${one.starts_at ?? 'not known'}`,
    ],
    ['Floor ends', one.floor_years === 0 ? undefined : (one.floor_ends_at ?? undefined)],
    ['Own period', one.period ?? 'not set: nothing is erased by itself'],
    ['Erased by itself', one.due_at ?? undefined],
    ...one.holds
      .filter(({ in_force: isInForce }) => isInForce)
      .map(
        ({ id, reason, reference, until }) =>
          [
            'Legal hold',
            `${id}: ${reason}${reference === null ? '' : `, ${reference}`}, until ${until ?? 'it is released'}`,
          ] as const,
      ),
    ['Requested', one.request === null ? undefined : `${one.request.id} waits for a second person`],
    [
      'Erased',
      one.erasure === null ? undefined : `${one.erasure.erased_at} (${one.erasure.reason})`,
    ],
  ])
  if (one.erasure !== null) return facts
  return `${facts}\n${io.hint(verdictOf(session, one))}\n`
}

const destroyed =
  'Erasing it destroys the data key, the photos, names, number and birth date, the provider answer, webhook bodies, the score, stored responses and review notes. Its id, market, status, times, usage and audit entries stay.'

function verdictOf(session: CommandContext['session'], { id, blocks }: Explained): string {
  if (blocks.length === 0) {
    return `It may be erased now: svc erase --verification ${id}. ${destroyed}`
  }
  return [
    ...blocks.map(({ code, text }) => `Not now: ${text.en}${liftingCommand(session, code)}`),
    destroyed,
  ].join('\n')
}
