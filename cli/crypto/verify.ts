// `svc crypto verify`: decrypts a sample of everything that is stored, or all of it, and names what does not decrypt.

import { type Command, InvalidArgumentError } from 'commander'
import { recordAccess } from '../../server/audit/record-access.ts'
import {
  type EncryptionFaultKind,
  type EncryptionVerdict,
  sampleDefault,
  verifyEncryption,
} from '../../server/operations/encryption-keys/verify-encryption.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'

interface Options {
  readonly sample?: number
  readonly all?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--sample <rows>', `rows of each table (default: ${sampleDefault})`, parseCount)
    .option('--all', 'every row and every image')
    .addHelpText('before', examples('svc crypto verify', 'svc crypto verify --all --json'))
    .addHelpText(
      'after',
      `\nThe server may run. Exit status ${exitStatus.problemsFound}: something does not decrypt; each fault is\nnamed by column and id.\n`,
    )
    .action((options: Options) => verify(context, options))
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

async function verify(context: CommandContext, { sample, all }: Options): Promise<void> {
  const { io, session, interrupted: signal, finish } = context
  if (all && sample !== undefined) throw new CommandError('usage', 'Give either --sample or --all.')
  const appliance = await session.appliance()
  const progress = startProgress(io)
  const verdict = await verifyEncryption(appliance, {
    sample: all ? undefined : (sample ?? sampleDefault),
    signal,
    onProgress: (checked) => progress.update(`Verifying: ${checked} values decrypted`),
  }).finally(() => progress.end())
  const count = Object.values(verdict.checked).reduce((sum, one) => sum + one, 0)
  const isWell = verdict.faults.length === 0
  await recordAccess(appliance, session.origin, {
    action: 'encryption.verified',
    outcome: isWell ? 'done' : 'failed',
    details: { count },
  })
  io.show(
    {
      well: isWell,
      purpose_keys: verdict.purposeKeys,
      checked: verdict.checked,
      erased: verdict.erased,
      faults: verdict.faults,
      more_faults: verdict.moreFaults,
    },
    () => toText(verdict, count),
  )
  if (!isWell) finish(exitStatus.problemsFound)
}

const meanings: Readonly<Record<EncryptionFaultKind, string>> = {
  unreadable:
    'does not decrypt: it was altered or moved, or its key is gone. Restore it from a backup',
  missing_file: 'is in the database, but its file is gone. Restore the file from a backup',
  wrong_index: 'does not match the claims: a search by document number does not find it',
}

function toText(verdict: EncryptionVerdict, count: number): string {
  const { purposeKeys, checked, erased, faults, moreFaults } = verdict
  const tables = Object.entries(checked)
    .map(([name, rows]) => `  ${name}: ${rows}\n`)
    .join('')
  const gone =
    erased === 0 ? '' : `${erased} values of erased verifications, which nothing can decrypt\n`
  const sound = `${purposeKeys} keys open with the master key; ${count} values decrypt\n${tables}${gone}`
  if (faults.length === 0) return `intact: ${sound}`
  const lines = faults.map(({ kind, column, id }) => `  ${column} ${id} ${meanings[kind]}\n`)
  const more = moreFaults === 0 ? '' : `  and ${moreFaults} more\n`
  return `NOT intact: ${faults.length + moreFaults} faults\n${lines.join('')}${more}${sound}`
}
