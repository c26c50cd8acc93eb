// The core names fields as the API does; at the command line they are options.

import { AppError, type Fault, refuseFaults } from '../server/kernel/app-error.ts'

/** The option of each field, by its name; a part of a field may have its own, as `field.part`. */
export type OptionNames = Readonly<Record<string, string>>

/**
 * Does `work`; a refusal that it throws speaks of options. What was `found` wrong with options before is
 * told in the same refusal.
 * @throws AppError where anything is wrong, and whatever else `work` throws
 */
export function namingOptions<Result>(
  names: OptionNames,
  work: () => Result,
  found: readonly Fault[] = [],
): Result {
  const result = attempt(work)
  if ('error' in result) throw inOptions(names, result.error, found)
  if (found.length > 0) throw refuseFaults(found)
  return result.done
}

function attempt<Result>(work: () => Result): { done: Result } | { error: unknown } {
  try {
    return { done: work() }
  } catch (error) {
    return { error }
  }
}

/** What to throw in the place of `error`, so that it speaks of options. */
export function inOptions(
  names: OptionNames,
  error: unknown,
  found: readonly Fault[] = [],
): unknown {
  const faults = error instanceof AppError ? error.options.details : undefined
  return faults === undefined
    ? error
    : refuseFaults([...found, ...faults.map((fault) => renameFault(names, fault))])
}

function renameFault(names: OptionNames, { param, code, message }: Fault): Fault {
  const field = param.replace(/\..*$/, '')
  const option = names[param] ?? names[field] ?? field
  return { param: option, code, message: renameFields(names, message.replace(field, option)) }
}

/** Other fields that the message speaks of: a name with an underscore is no word of its sentence. */
function renameFields(names: OptionNames, message: string): string {
  return message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => names[word] ?? word)
}
