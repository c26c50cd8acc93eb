// Reads what is claimed about a customer from a file or stdin, because every user of a machine sees the options of its
// programs, and shells keep them.

import { readFile } from 'node:fs/promises'
import type { Fault } from '../../server/kernel/app-error.ts'
import { tryJson } from '../../server/kernel/try-json.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'
import type { CommandContext } from '../context.ts'
import { readStdin } from '../read-stdin.ts'

export const claimFields = [
  'id_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'external_ref',
] as const

interface ReadClaims {
  /** By their names in the API. */
  readonly claims: Partial<Readonly<Record<(typeof claimFields)[number], string>>>
  /** None of them repeats what was read. */
  readonly faults: readonly Fault[]
}

/** More than all claims together may have; a file of another kind is not read into memory as JSON. */
const charactersMax = 32_768

/**
 * @param file a path, or `-` for stdin
 * @throws the reason of `interrupted` once that aborts
 */
export async function readClaims(
  context: Pick<CommandContext, 'shell' | 'interrupted'>,
  file: string | undefined,
): Promise<ReadClaims> {
  if (file === undefined) return { claims: {}, faults: [] }
  if (file === '-' && context.shell.stdin.isTTY === true) {
    return refused(
      'missing',
      'Pass the claims on stdin, as with < claims.json, or name their file.',
    )
  }
  try {
    const bytes = file === '-' ? await readStdin(context) : await readFile(file)
    return claimsIn(bytes.toString())
  } catch (error) {
    context.interrupted.throwIfAborted()
    return refused('unreadable', describeUnreadable(file, error))
  }
}

function claimsIn(text: string): ReadClaims {
  const value = text.length > charactersMax ? undefined : tryJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('invalid', `--claims must hold a JSON object with any of ${fieldList}.`)
  }
  const entries = Object.entries(value)
  const unknown = entries.filter(([name]) => claimFields.every((field) => field !== name))
  const noText = entries.filter(
    ([name, claim]) => claimFields.some((field) => field === name) && typeof claim !== 'string',
  )
  const faults = [
    ...(unknown.length === 0 ? [] : [fault('unknown', `--claims may hold ${fieldList} alone.`)]),
    ...noText.map(([name]) => fault('invalid', `${name} in --claims must be a text.`)),
  ]
  return { claims: faults.length > 0 ? {} : value, faults }
}

const fieldList = claimFields.join(', ')

function fault(code: Fault['code'], message: string): Fault {
  return { param: '--claims', code, message }
}

function refused(code: Fault['code'], message: string): ReadClaims {
  return { claims: {}, faults: [fault(code, message)] }
}
