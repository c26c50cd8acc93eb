// Finds where a user of the bank's directory goes on to when they sign out: to the address that ends the session there.

import { consoleUrlOf } from '../../settings/console-url.ts'
import type { DirectoryNeeds } from '../request-origin.ts'
import type { User } from '../user.ts'

/** Returns undefined for a local user, and while the directory does not answer: our session has ended either way. */
export async function signOutUrlOf(
  { directory, config }: Pick<DirectoryNeeds, 'directory' | 'config'>,
  user: Pick<User, 'directory'>,
): Promise<string | undefined> {
  if (user.directory === undefined) return undefined
  return directory?.signOutUrl(`${consoleUrlOf(config)}/console/sign-in`)
}
