// The names by which a provider knows a verification and its customer. They are random, because they appear in many
// places and must reveal nothing about the person, nor one of them the other.

import { randomToken } from '../../kernel/ids.ts'

const tokenCharacters = 26
const userPattern = /^user-[0-9a-z]{26}$/

export function newProviderIds(): { readonly jobId: string; readonly userId: string } {
  return {
    jobId: `job-${randomToken(tokenCharacters)}`,
    userId: `user-${randomToken(tokenCharacters)}`,
  }
}

/** Whether a provider's name of a customer can be one of ours. */
export function isOurUserId(userId: string): boolean {
  return userPattern.test(userId)
}
