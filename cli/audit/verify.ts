// `svc audit verify`

import type { Command } from 'commander'
import type { Appliance } from '../../server/appliance.ts'
import { type AuditHead, printHead } from '../../server/audit/audit.ts'
import { parseKeptHead } from '../../server/audit/audit-input.ts'
import { findHead } from '../../server/audit/audit-store.ts'
import { readHeads } from '../../server/audit/head-file.ts'
import { recordLook } from '../../server/audit/look-at-audit.ts'
import type { ChainFault } from '../../server/audit/verify-chain.ts'
import { auditVerdictJson } from '../../server/operations/audit-verdict-json.ts'
import type { RowFault } from '../../server/operations/compare-rows.ts'
import {
  type AuditProgress,
  type AuditVerdict,
  verifyAudit,
} from '../../server/operations/verify-audit.ts'
import type { Context } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { namingOptions } from '../option-faults.ts'
import { startProgress } from '../progress.ts'
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
  const { io, session } = context
  const keptHead = namingOptions({ head: '--head' }, () => parseKeptHead(head))
  const appliance = await session.appliance()
  const verdict = await watched(context, appliance, keptHead)
  const count = verdict.faults.length + verdict.rowFaults.length
  const details = { count, sequence: verdict.head.sequence }
  await recordLook(appliance, session.origin, { action: 'audit.verified', details })
  io.show(auditVerdictJson(verdict), () => toText(verdict))
  if (verdict.isIntact && !verdict.isHeadCompared && !io.isJson) {
    io.say(
      'Whether its end was cut off shows only against a head kept elsewhere: --head, or SVC_AUDIT_HEAD_FILE.',
    )
  }
  if (!verdict.isIntact) context.finish(exitStatus.problemsFound)
}

/** A long log takes a while: who waits sees how far it has come. */
async function watched(
  { io, interrupted: signal }: Context,
  appliance: Appliance,
  keptHead: AuditHead | undefined,
): Promise<AuditVerdict> {
  const { sequence } = await findHead(appliance.db.reader)
  const filedHeads = readHeads(appliance.config.auditHeadFile)
  const progress = startProgress(io)
  const onProgress = ({ entries, rows }: AuditProgress) =>
    progress.update(
      rows === 0
        ? `Verifying: ${entries} of ${sequence} entries`
        : `Comparing: ${rows} verifications and reviews`,
    )
  try {
    return await verifyAudit(appliance, { keptHead, filedHeads, signal, onProgress })
  } finally {
    progress.end()
  }
}

const meanings: Readonly<Record<ChainFault['kind'], string>> = {
  edited: 'says something else than when it was made',
  inserted: 'was never made by this appliance',
  deleted: 'follows entries that are missing',
  reordered: 'stands in another place than when it was made',
  cut: 'is the last, though the head that was kept lies behind it',
  rewritten: 'is another one than the head that was kept',
}

const rowMeanings: Readonly<Record<RowFault['kind'], string>> = {
  differs: 'says something else than was decided',
  missing: 'is in the log and gone from the database',
  unexplained: 'was decided, and the log has no word on it',
}

function toText(verdict: AuditVerdict): string {
  const { isIntact, entries, head, faults, rowFaults, rows } = verdict
  const compared = `${rows.verifications} verifications and ${rows.reviews} reviews`
  const waiting =
    rows.unattested === 0
      ? ''
      : `${rows.unattested} of them are from before the log kept outcomes; the server is attesting them.\n`
  if (isIntact) {
    return `intact: ${entries} entries, head ${printHead(head)}\n${compared} agree with the log\n${waiting}`
  }
  const lines = faults.map(
    ({ kind, sequence, id }) => `  ${kind}: entry ${sequence} ${id ?? ''} ${meanings[kind]}`,
  )
  const rowLines = rowFaults.map(
    ({ kind, subject, parts }) =>
      `  ${kind}: ${subject.kind} ${subject.id} ${rowMeanings[kind]}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
  )
  const counts = `${faults.length} faults in ${entries} entries, ${rowFaults.length} in ${compared}`
  return `NOT intact: ${counts}\n${[...lines, ...rowLines].join('\n')}\n${waiting}`
}
