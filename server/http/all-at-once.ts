// Reads several parts of one request so that what is wrong with any of them is told in one answer.

import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'

type Readers = Readonly<Record<string, () => unknown>>

/**
 * What each reader returns, under its name.
 * @throws AppError with the faults of every reader that threw one with `details`, and whatever else
 * one of them throws.
 */
export function allAtOnce<Parts extends Readers>(
  readers: Parts,
): { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const faults: Fault[] = []
  const read = Object.entries(readers).map(([name, reader]) => {
    try {
      return [name, reader()]
    } catch (error) {
      if (!(error instanceof AppError) || error.options.details === undefined) throw error
      faults.push(...error.options.details)
      return [name, undefined]
    }
  })
  if (faults.length > 0) throw refuseFaults(faults)
  return Object.fromEntries(read)
}
