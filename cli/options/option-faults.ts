// Rewrites errors that name the API's fields so that they name the command's options.

import { adviceOnUrls } from '../../server/kernel/advice-on-urls.ts'
import { AppError, type Fault, refuseFaults } from '../../server/kernel/app-error.ts'

/** Options by the name of their field; a part of a field may have its own option, as `field.part`. */
type OptionNames = Readonly<Record<string, string>>

/**
 * Runs `work` and rewrites the faults that it throws. `earlier` faults are reported in the same error.
 * @throws AppError if there is any fault, and whatever else `work` throws
 */
export function namingOptions<Result>(
  names: OptionNames,
  work: () => Result,
  earlier: readonly Fault[] = [],
): Result {
  const result = attempt(work)
  if ('error' in result) throw inOptions(names, result.error, earlier)
  if (earlier.length > 0) throw refuseFaults(earlier)
  return result.value
}

function attempt<Result>(work: () => Result): { value: Result } | { error: unknown } {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

/** Returns the error to throw in place of `error`, with options in place of fields. */
export function inOptions(
  names: OptionNames,
  error: unknown,
  earlier: readonly Fault[] = [],
): unknown {
  const faults = error instanceof AppError ? error.options.details : undefined
  return faults === undefined
    ? error
    : refuseFaults([...earlier, ...faults.map((fault) => renameFault(names, fault))])
}

function renameFault(names: OptionNames, { param, code, message }: Fault): Fault {
  const field = param.replace(/\..*$/, '')
  const option = names[param] ?? names[field] ?? field
  // Options are written as they are.
  const said = message.replace(field, option).replace(adviceOnUrls, '')
  return { param: option, code, message: renameFields(names, said) }
}

/**
 * Also renames other fields in the message: a word with an underscore is the name of a field, as is the other end of a
 * span.
 */
function renameFields(names: OptionNames, message: string): string {
  return message.replace(
    /\b[a-z]+(?:_[a-z]+)+\b|(?<=must not be before )[a-z]+/g,
    (word) => names[word] ?? word,
  )
}
