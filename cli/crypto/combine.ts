// `svc crypto combine`: makes the file of the master key from shares. Works without a database.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import { recordAccess } from '../../server/audit/record-access.ts'
import { writeMasterKey } from '../../server/crypto/master-key.ts'
import {
  combineShares,
  type KeyShare,
  parseShare,
} from '../../server/operations/encryption-keys/key-shares.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[files...]', 'files with shares; without any, the shares are read from stdin')
    .requiredOption('--out <path>', 'where to write the master key; must not exist')
    .addHelpText(
      'before',
      examples(
        'svc crypto combine --out /etc/svc/master.key',
        'svc crypto combine a.txt b.txt c.txt --out key',
      ),
    )
    .addHelpText(
      'after',
      '\nType each share as it stands on its sheet, from "svc-share-1" to the last group;\nit may go over several lines. End with Ctrl-D.\n',
    )
    .action((files: readonly string[], options: { readonly out: string }) =>
      combine(context, files, resolve(options.out)),
    )
}

async function combine(
  { io, shell, session }: CommandContext,
  files: readonly string[],
  out: string,
): Promise<void> {
  if (files.length === 0 && shell.stdin.isTTY) io.say('Type the shares, then Ctrl-D:')
  const texts =
    files.length > 0
      ? files.map((file) => ({ source: file, text: readFileSync(file, 'utf8') }))
      : [{ source: 'stdin', text: await readAll(shell.stdin) }]
  const result = await combineShares(texts.flatMap(sharesOf))
  if (result.kind === 'faulty') throw new CommandError('precondition_failed', result.why)
  const { key } = result
  writeMasterKey(out, key)
  const isRecorded = await record()
  io.show(
    { fingerprint: key.fingerprint, file: out, recorded: isRecorded },
    () => `${out}: the master key ${key.fingerprint}\n`,
  )
  if (!io.isJson && !isRecorded)
    io.say('There is no database here that opens, so the audit log has no entry of this.')

  async function record(): Promise<boolean> {
    try {
      const appliance = await session.appliance()
      await recordAccess(appliance, session.origin, {
        action: 'encryption.key_combined',
        subject: { kind: 'encryption_key', id: key.fingerprint },
      })
      return true
    } catch {
      // The key is usually combined because nothing opens.
      return false
    }
  }
}

/** @throws CommandError that names every faulty share */
function sharesOf({
  source,
  text,
}: {
  readonly source: string
  readonly text: string
}): readonly KeyShare[] {
  // A recovery sheet has words around the share.
  const parts = text.split(/(?=svc-share-1)/i).filter((part) => /^svc-share-1/i.test(part))
  if (parts.length === 0) throw new CommandError('usage', `${source} has no share in it.`)
  const parsed = parts.map((part) => parseShare(onlyShare(part)))
  const faults = parsed.flatMap((one, index) =>
    one.kind === 'faulty'
      ? [`share ${numberOf(parts[index] ?? '', index)} in ${source} ${one.why}`]
      : [],
  )
  if (faults.length > 0) {
    throw new CommandError('precondition_failed', `${faults.join('; ')}. No key was written.`)
  }
  return parsed.flatMap((one) => (one.kind === 'share' ? [one.share] : []))
}

/** Drops what stands on a sheet below the groups. */
function onlyShare(part: string): string {
  const [first = '', ...rest] = part.split('\n')
  const isGroups = (line: string) =>
    line.split(/[\s-]/).every((group) => /^[0-9a-z]{0,8}$/i.test(group)) && !/[g-z]{3}/i.test(line)
  const end = rest.findIndex((line) => line.trim() !== '' && !isGroups(line))
  return [first, ...(end === -1 ? rest : rest.slice(0, end))].join(' ')
}

function numberOf(part: string, index: number): string {
  return /^svc-share-1\s+(\d+)\//i.exec(part)?.[1] ?? `${index + 1} from the top`
}
