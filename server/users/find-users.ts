// Reads the users that a filter matches. Databases do not compare names without their accents, so those are compared
// here, in parts of bounded size.

import type { PageRequest } from '../kernel/page.ts'
import type { UserNeeds } from './request-origin.ts'
import type { User } from './user.ts'
import { type UserFilter, userMatcher } from './user-filter.ts'
import { listUsers } from './user-store.ts'

const rowsAtOnce = 200

/** Returns users newest first, and one more than the page's limit if there is one. */
export async function findUsers(
  { db }: Pick<UserNeeds, 'db'>,
  filter: UserFilter,
  page: PageRequest,
): Promise<readonly User[]> {
  const { search = '' } = filter
  if (search.trim() === '') return listUsers(db.reader, page, filter)
  const matches = userMatcher(search)
  const found: User[] = []
  let after = page.after
  for (;;) {
    const rows = await listUsers(db.reader, { limit: rowsAtOnce, after }, filter)
    const part = rows.slice(0, rowsAtOnce)
    found.push(...part.filter(matches))
    if (found.length > page.limit) return found.slice(0, page.limit + 1)
    if (rows.length <= rowsAtOnce) return found
    after = part.at(-1)?.id
  }
}
