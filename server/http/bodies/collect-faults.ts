// Reads several parts of one request and reports the faults of all of them in one error.

import { AppError, type Fault, refuseFaults } from '../../kernel/app-error.ts'

type Readers = Readonly<Record<string, () => unknown>>

/**
 * Runs every reader and returns each result under the reader's name.
 * @throws AppError with the faults of all readers that threw one with `details`. Any other error of a
 * reader is thrown as it is.
 */
export function collectFaults<Parts extends Readers>(
  readers: Parts,
): { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const faults: Fault[] = []
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(readers)) {
    try {
      read[name] = readers[name]?.()
    } catch (error) {
      if (!(error instanceof AppError) || error.options.details === undefined) throw error
      faults.push(...error.options.details)
    }
  }
  if (faults.length > 0) throw refuseFaults(faults)
  return read as { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> }
}
