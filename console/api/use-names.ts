// Names of API keys and users by id, as far as this role may read them; unknown ids are shown as
// they are.

import type { KeyJson } from '../../server/api/keys/key-api.ts'
import type { UserJson } from '../../server/users/user-json.ts'
import { useMay } from './session.ts'
import { type ListPage, useRead } from './use-api.ts'

type Names = ReadonlyMap<string, string>

/** Page size of the lookup; older items keep their ids. */
const limit = 100

/** Keys of both environments. */
export function useKeyNames(): Names {
  const enabled = useMay()('keys.read')
  const ask = (environment: string) => ({ query: { environment, limit }, enabled })
  const live = useRead<ListPage<KeyJson>>('/keys', ask('live'))
  const sandbox = useRead<ListPage<KeyJson>>('/keys', ask('sandbox'))
  return namesOf([...(live.data?.items ?? []), ...(sandbox.data?.items ?? [])])
}

export function useUserNames(): Names {
  const enabled = useMay()('users.read')
  const people = useRead<ListPage<UserJson>>('/users', { query: { limit }, enabled })
  return namesOf(people.data?.items ?? [])
}

function namesOf(items: readonly { readonly id: string; readonly name: string }[]): Names {
  return new Map(items.map(({ id, name }) => [id, name]))
}
