// Which users a list shows: by role, by state, and by words of the name or e-mail address. Pure.

import type { Role } from './role.ts'
import type { User, UserState } from './user.ts'

export interface UserFilter {
  readonly role?: Role | undefined
  readonly state?: UserState | undefined
  /** Words, each of which is part of the name or of the address. */
  readonly search?: string | undefined
}

export const userSearchCharactersMax = 100

/** Ignores case and accents, since nobody types those of a colleague reliably. */
export function userMatcher(search: string): (user: Pick<User, 'name' | 'email'>) => boolean {
  const words = plain(search).split(/\s+/)
  return ({ name, email }) => {
    const text = `${plain(name)}\n${plain(email)}`
    return words.every((word) => text.includes(word))
  }
}

function plain(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
