// Reads a ledger of erasures piece by piece, because it grows for ever: by a thousand bytes with each erasure.

import { type ErasureEntry, erasureEntry } from '../../erasure/erasure.ts'
import { tryJson } from '../../kernel/try-json.ts'
import { BackupError } from '../backup-error.ts'
import { erasureFile } from '../backup-format.ts'
import type { BackupTarget } from '../places/backup-target.ts'
import { parseProof } from './ledger-proof.ts'

/** The lines of each piece together, without ends and without empty ones. */
export type ErasureLines = AsyncIterable<readonly string[]>

/** Of a text without line ends so much is taken for a line. */
const lineCharactersMax = 64 * 1024

export async function* erasureLines(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of content) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n')
    rest = (lines.at(-1)?.length ?? 0) > lineCharactersMax ? '' : (lines.pop() ?? '')
    yield lines.filter(isFilled)
  }
  yield [rest + decoder.decode()].filter(isFilled)
}

/** The ledger at a place; no lines if there is none. */
export async function* ledgerAt(
  target: Pick<BackupTarget, 'read'>,
): AsyncGenerator<readonly string[]> {
  try {
    yield* erasureLines(target.read(erasureFile))
  } catch (error) {
    if (!(error instanceof BackupError) || error.reason !== 'not_found') throw error
  }
}

/** @throws BackupError `damaged` for a line that is no entry: a skipped line would bring somebody back */
export function parseEntry(line: string): ErasureEntry {
  const entry = erasureEntry.safeParse(tryJson(line))
  if (entry.success) return entry.data
  throw new BackupError('damaged', 'The ledger of erasures has a line that cannot be read.')
}

export function isEntry(line: string): boolean {
  return parseProof(line) === undefined
}

function isFilled(line: string): boolean {
  return line.trim() !== ''
}
