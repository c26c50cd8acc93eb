// The names by which a provider knows a verification and its customer. They are random, because they appear in many
// places and must reveal nothing about the person. Both hold the same token, so that a customer whom the provider names
// is found by the index of the jobs.

import { randomToken } from '../../kernel/ids.ts'

const tokenCharacters = 26
const userPattern = /^user-([0-9a-z]{26})$/

export function newProviderIds(): { readonly jobId: string; readonly userId: string } {
  const token = randomToken(tokenCharacters)
  return { jobId: `job-${token}`, userId: `user-${token}` }
}

/** Returns undefined for a name that is not one of ours. */
export function jobIdOfUser(userId: string): string | undefined {
  const token = userPattern.exec(userId)?.[1]
  return token === undefined ? undefined : `job-${token}`
}
