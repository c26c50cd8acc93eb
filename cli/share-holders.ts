// The accounts of those who hold shares of the master key, as commands take them.

import { CommandError } from './command-error.ts'

/** As the audit log takes an account; no spaces, so no name of a person by accident. */
const account = /^[\w.@$+\\-]{1,60}$/

/**
 * @param count how many there must be; undefined for any
 * @throws CommandError `usage`
 */
export function checkHolders(
  given: readonly string[] | undefined,
  count?: number,
): string[] | undefined {
  if (given === undefined) return undefined
  const faulty = given.find((one) => !account.test(one))
  if (faulty !== undefined) {
    const message =
      'A holder is an account or a reference of the bank (letters, digits, . _ @ + -), such as a.ndiaye or safe-dakar.'
    throw new CommandError('usage', message)
  }
  if (new Set(given).size < given.length) {
    throw new CommandError('usage', 'Each holder is named once: a person holds one share.')
  }
  if (count !== undefined && given.length !== count) {
    const message = `There are ${count} shares and ${given.length} holders. Name one a share.`
    throw new CommandError('usage', message)
  }
  return [...given]
}
