// `svc erase`: destroys the personal data of one verification for good.

import type { Command } from 'commander'
import { inTransaction } from '../server/db/transaction.ts'
import {
  assertErasable,
  eraseVerification,
  judgeVerification,
} from '../server/erasure/erase-verification.ts'
import { parseErasure } from '../server/erasure/erasure-input.ts'
import { erasureReasons } from '../server/erasure/erasure-reason.ts'
import { finishErasures } from '../server/erasure/finish-erasures.ts'
import { isoOrNull, toIso } from '../server/kernel/clock.ts'
import { commandToCopy } from './command-to-copy.ts'
import type { CommandContext } from './context.ts'
import { liftingCommand } from './lifting-command.ts'
import { namingOptions } from './options/option-faults.ts'
import { wordOption } from './options/option-kinds.ts'
import { examples } from './root-command.ts'

interface Options {
  readonly verification?: string
  readonly reason?: string
  readonly authorityReference?: string
  readonly confirm?: string
  readonly dryRun?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--verification <id>', 'the id of the verification')
    .addOption(wordOption('--reason <reason>', 'why it is erased', erasureReasons))
    .option(
      '--authority-reference <number>',
      "file number of the authority's approval (Ghana: PRAAD)",
    )
    .option('--confirm <id>', 'repeats the id, in place of typing it')
    .option('--dry-run', 'say whether it may be erased, change nothing')
    .addHelpText(
      'before',
      examples(
        'svc erase --verification ver_01kx… --dry-run',
        'svc erase --verification ver_01kx… --reason subject_request',
        'svc erase certificate ver_01kx… --out certificate.json',
      ),
    )
    .action((options: Options) => erase(context, options))
}

const optionOfField = {
  verification: '--verification',
  reason: '--reason',
  authority_reference: '--authority-reference',
}

async function erase(context: CommandContext, options: Options): Promise<void> {
  const { io, session } = context
  const verificationId = options.verification ?? ''
  const { reason, authority_reference: authorityReference } = namingOptions(optionOfField, () =>
    parseErasure('erasure', {
      reason: options.reason ?? (options.dryRun ? 'subject_request' : undefined),
      authority_reference: options.authorityReference,
    }),
  )
  const appliance = await session.appliance()
  const order = { verificationId, reason, authorityReference }
  const { verification, judgement } = await judgeVerification(appliance, appliance.db.reader, order)
  assertErasable(judgement, (block) => liftingCommand(session, block))
  const { floor, floorEndsAt } = judgement
  if (options.dryRun) {
    const floorEndedAt = floor.years === 0 ? null : isoOrNull(floorEndsAt)
    const document = {
      verification_id: verificationId,
      ground: floor.ground,
      floor_ended_at: floorEndedAt,
    }
    io.report(
      { dry_run: true, ...document },
      `${verificationId} may be erased. Ground: ${floor.law.en}.`,
    )
    return
  }
  const { country, environment, createdAt } = verification
  const about = `${verificationId} (${country}, ${environment}, submitted ${toIso(createdAt)})`
  await io.confirmTyped(`Erase ${about}? No backup brings it back.`, {
    wanted: verificationId,
    given: options.confirm,
  })
  const entry = await inTransaction(appliance.db, (trx) =>
    eraseVerification(appliance, trx, session.origin, order),
  )
  await finishErasures(appliance)
  io.report(
    { ...entry, erased_at: toIso(entry.erased_at) },
    `Erased ${verificationId}. Certificate: ${commandToCopy(session, `svc erase certificate ${verificationId}`)}`,
  )
}
