import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { forgetSession, meKey } from '../../console/api/session-memory.ts'

test('once a session is over, nothing that was read or written in it is kept', async () => {
  const queries = new QueryClient()
  queries.setQueryData(meKey, { name: 'Awa' })
  queries.setQueryData(['/reviews', {}], { items: ['a case'] })
  const note = new MutationObserver(queries, { mutationFn: async (text: string) => text })
  await note.mutate('The brother of the customer called.')
  const kept = () =>
    JSON.stringify([
      queries
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
      queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ])
  assert.match(kept(), /brother/)
  forgetSession(queries)
  assert.equal(kept(), '[[null],[]]')
  assert.equal(queries.getQueryData(meKey), null)
})
