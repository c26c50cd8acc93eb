// `svc verifications get`: shows one verification.

import type { Command } from 'commander'
import { documentJson, maskedDocument } from '../../server/api/verifications/document-api.ts'
import { recordAccess } from '../../server/audit/record-access.ts'
import { AppError } from '../../server/kernel/app-error.ts'
import { isId } from '../../server/kernel/ids.ts'
import { readVerification } from '../../server/verifications/read-verification.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { jsonText } from '../text/clean-text.ts'
import { listedVerification, verificationText } from './show-verification.ts'

interface Options {
  readonly withProviderAnswer?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<id>', 'the id of the verification')
    .option(
      '--with-provider-answer',
      "also the provider's raw response and the whole document reading, personal data",
    )
    .addHelpText(
      'before',
      examples('svc verifications get ver_01kx…', 'svc verifications get ver_01kx… --json'),
    )
    .action((id: string, options: Options) => get(context, id, options))
}

async function get({ io, session }: CommandContext, id: string, options: Options): Promise<void> {
  const appliance = await session.appliance()
  const detail = isId('ver', id) ? await readVerification(appliance, id) : undefined
  if (!detail) {
    const list = commandToCopy(session, 'svc verifications list')
    throw new AppError('not_found', `No verification has the id ${id}. See: ${list}`)
  }
  const { checks, findings } = detail.verification
  const document = detail.zone === undefined ? null : documentJson(detail.zone, findings)
  const whole = {
    ...listedVerification(detail.verification, detail.review),
    checks,
    findings,
    document,
  }
  const shown = { ...whole, document: document && maskedDocument(document) }
  if (!options.withProviderAnswer) return io.show(shown, () => verificationText(io, shown))
  await recordAccess(appliance, session.origin, {
    action: 'verification.read',
    subject: { kind: 'verification', id },
    details: { environment: detail.verification.environment },
  })
  const answer = detail.providerAnswer ?? null
  io.warn(
    "The provider's response and the document reading are personal data. Keep them confidential.",
  )
  io.show(
    { ...whole, smile_result: answer },
    () => `${verificationText(io, whole)}\n${jsonText(answer, 2)}\n`,
  )
}
