// What ids of keys and of colleagues are called, as far as this role may know. An id that is not found is shown
// as it is.

import type { KeyJson } from '../../server/keys/key-json.ts'
import type { UserJson } from '../../server/users/user-json.ts'
import { useMay } from './session.ts'
import { type ListPage, useRead } from './use-api.ts'

export type Names = ReadonlyMap<string, string>

/** The most that one question answers; older ones keep their ids. */
const limit = 100

/** Of both environments. */
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
