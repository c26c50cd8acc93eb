// The search of the console's top bar. What is looked for comes in the body: it may be somebody's document
// number, and addresses end up in logs and histories.

import type { Appliance } from '../appliance.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { searchEverything } from './search-everything.ts'
import { parseSearch } from './search-input.ts'
import { hitJson } from './search-json.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring'>

export function searchEndpoints(needs: Needs): readonly StaffEndpoint[] {
  return [
    {
      audience: 'staff',
      permission: 'signed_in',
      method: 'POST',
      path: '/search',
      answer: (request) => search(needs, request),
    },
  ]
}

async function search(needs: Needs, request: StaffRequest): Promise<Answer> {
  const text = parseSearch(await request.json())
  const { role } = request.visit.member
  const hits = await searchEverything(needs, originOfMember(request), { text, role })
  return { status: 200, data: { items: hits.map(hitJson), next_cursor: null } }
}
