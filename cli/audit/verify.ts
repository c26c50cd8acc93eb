// `svc audit verify`: checks the chain of the audit log, and the decided rows against it.

import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { type AuditHead, printHead } from '../../server/audit/audit.ts'
import { findHead } from '../../server/audit/audit-head-view.ts'
import { parseKeptHead } from '../../server/audit/audit-input.ts'
import type { ChainFault } from '../../server/audit/chain-verdict.ts'
import { readHeads } from '../../server/audit/head-file.ts'
import { readOwnHeads } from '../../server/audit/head-mark.ts'
import { recordAccess } from '../../server/audit/record-access.ts'
import type { AuditVerdict, RowFault } from '../../server/operations/audit-check/audit-verdict.ts'
import { auditVerdictJson } from '../../server/operations/audit-check/audit-verdict-json.ts'
import {
  type AuditProgress,
  verifyAudit,
} from '../../server/operations/audit-check/verify-audit.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { namingOptions } from '../options/option-faults.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .option('--head <head>', 'a checkpoint saved elsewhere, from svc audit head')
    .addHelpText(
      'before',
      examples('svc audit verify', 'svc audit verify --head "$(cat /mnt/elsewhere/audit-head)"'),
    )
    .action((options: { readonly head?: string }) => verify(context, options.head))
}

async function verify(context: CommandContext, head: string | undefined): Promise<void> {
  const { io, session } = context
  const keptHead = namingOptions({ head: '--head' }, () => parseKeptHead(head))
  const appliance = await session.appliance()
  const verdict = await verifyWithProgress(context, appliance, keptHead)
  const count = verdict.faults.length + verdict.rowFaults.length
  const details = { count, sequence: verdict.head.sequence }
  await recordAccess(appliance, session.origin, { action: 'audit.verified', details })
  io.show(auditVerdictJson(verdict), () => toText(verdict))
  if (verdict.isIntact && !verdict.isHeadCompared && !io.isJson) {
    io.say(
      'A log whose newest entries were removed looks intact: compare it with a checkpoint saved elsewhere (--head, or SVC_AUDIT_HEAD_FILE).',
    )
  }
  if (!verdict.isIntact) context.finish(exitStatus.problemsFound)
}

/** Shows progress on a terminal, since a long log takes a while. */
async function verifyWithProgress(
  { io, interrupted: signal }: CommandContext,
  appliance: Appliance,
  keptHead: AuditHead | undefined,
): Promise<AuditVerdict> {
  const { sequence } = await findHead(appliance.db.reader)
  const filedHeads = readHeads(appliance.config.auditHeadFile)
  const ownHeads = readOwnHeads(appliance.config)
  const progress = startProgress(io)
  const onProgress = ({ entries, rows }: AuditProgress) =>
    progress.update(
      rows === 0
        ? `Verifying: ${entries} of ${sequence} entries`
        : `Comparing: ${rows} verifications and reviews`,
    )
  try {
    return await verifyAudit(appliance, { keptHead, filedHeads, ownHeads, signal, onProgress })
  } finally {
    progress.end()
  }
}

const meanings: Readonly<Record<ChainFault['kind'], string>> = {
  edited: 'was changed after it was written',
  inserted: 'was not written by this appliance',
  deleted: 'follows entries that are missing',
  reordered: 'was moved to another place',
  cut: 'is the last entry, but the saved checkpoint is of a later one',
  rewritten: 'does not match the saved checkpoint',
}

const rowMeanings: Readonly<Record<RowFault['kind'], string>> = {
  differs: 'does not match what was decided',
  missing: 'is in the log but not in the database',
  unexplained: 'was decided, but the log has no entry for it',
}

function toText(verdict: AuditVerdict): string {
  const { isIntact, entries, head, faults, rowFaults, rows } = verdict
  const compared = `${countedNoun(rows.verifications, 'verification')} and ${countedNoun(rows.reviews, 'review')}`
  if (isIntact) {
    return `intact: ${entries} entries, checkpoint ${printHead(head)}\n${compared} agree with the log\n`
  }
  const lines = faults.map(
    ({ kind, sequence, id }) =>
      `  ${kind}: entry ${sequence}${id === undefined ? '' : ` ${id}`} ${meanings[kind]}`,
  )
  const rowLines = rowFaults.map(
    ({ kind, subject, parts }) =>
      `  ${kind}: ${subject.kind} ${subject.id} ${rowMeanings[kind]}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
  )
  const counts = `${countedNoun(faults.length, 'fault')} in ${entries} entries, ${rowFaults.length} in ${compared}`
  return `NOT intact: ${counts}\n${[...lines, ...rowLines].join('\n')}\n`
}
