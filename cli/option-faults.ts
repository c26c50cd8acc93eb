// The core names fields as the API does; at the command line they are options.

import { AppError, refuseFaults } from '../server/kernel/app-error.ts'

/** Does `work`; a refusal that it throws speaks of options: `names` has the option of each field. */
export function namingOptions<Result>(
  names: Readonly<Record<string, string>>,
  work: () => Result,
): Result {
  try {
    return work()
  } catch (error) {
    const faults = error instanceof AppError ? error.options.details : undefined
    if (faults === undefined) throw error
    throw refuseFaults(
      faults.map(({ param, code, message }) => {
        const field = param.replace(/\..*$/, '')
        const option = names[field] ?? field
        return { param: option, code, message: message.replace(field, option) }
      }),
    )
  }
}
