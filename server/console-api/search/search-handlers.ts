// The console route for the search in the top bar. The text is in the body, because it may be a document number and
// URLs end up in logs and browser histories.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { searchEverything } from './search-everything.ts'
import { parseSearch } from './search-input.ts'
import { hitJson, type SearchJson } from './search-json.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

export const searchHandlers = {
  search,
}

async function search(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const search = parseSearch(await request.json())
  const { role } = request.signedIn.user
  const hits = await searchEverything(needs, originOfUser(request), { ...search, role })
  const data: SearchJson = {
    items: hits.map(hitJson),
    next_cursor: null,
    names_searched: needs.config.search.names,
  }
  return { status: 200, data }
}
