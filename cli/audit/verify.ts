// `svc audit verify`

import type { Command } from 'commander'
import { fromCommandLine, printHead } from '../../server/audit/audit.ts'
import { parseKeptHead } from '../../server/audit/audit-input.ts'
import { chainVerdictJson } from '../../server/audit/audit-json.ts'
import { recordLook } from '../../server/audit/look-at-audit.ts'
import { type ChainFault, type ChainVerdict, verifyChain } from '../../server/audit/verify-chain.ts'
import type { Context } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: Context): void {
  command
    .option('--head <head>', 'a head that was kept elsewhere, from svc audit head')
    .addHelpText(
      'before',
      examples('svc audit verify', 'svc audit verify --head "$(cat /mnt/elsewhere/audit-head)"'),
    )
    .action((options: { readonly head?: string }) => verify(context, options.head))
}

async function verify(context: Context, head: string | undefined): Promise<void> {
  const { io, session, interrupted } = context
  const keptHead = namingOptions({ head: '--head' }, () => parseKeptHead(head))
  const appliance = await session.appliance()
  const verdict = await verifyChain(appliance, { keptHead, signal: interrupted })
  const details = { count: verdict.faults.length, sequence: verdict.head.sequence }
  await recordLook(appliance, fromCommandLine, { action: 'audit.verified', details })
  io.show(chainVerdictJson(verdict), () => toText(verdict))
  if (verdict.isIntact && !verdict.isHeadCompared && !io.isJson) {
    io.say('Whether its end was cut off shows only against a head kept elsewhere: --head')
  }
  if (!verdict.isIntact) context.finish(exitStatus.problemsFound)
}

const meanings: Readonly<Record<ChainFault['kind'], string>> = {
  edited: 'says something else than when it was made',
  inserted: 'was never made by this appliance',
  deleted: 'follows entries that are missing',
  reordered: 'stands in another place than when it was made',
  cut: 'is the last, though the head that was kept lies behind it',
  rewritten: 'is another one than the head that was kept',
}

function toText({ isIntact, entries, head, faults }: ChainVerdict): string {
  if (isIntact) return `intact: ${entries} entries, head ${printHead(head)}\n`
  const lines = faults.map(
    ({ kind, sequence, id }) => `  ${kind}: entry ${sequence} ${id ?? ''} ${meanings[kind]}`,
  )
  return `NOT intact: ${faults.length} faults in ${entries} entries\n${lines.join('\n')}\n`
}
