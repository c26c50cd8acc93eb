// The console's list of verifications.

import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { pageLimitDefault } from '../kernel/page.ts'
import { caseFilterQuery, parseCaseFilter, parseNumberSearch } from './case-input.ts'
import { casePageJson } from './case-list-json.ts'
import { listCases } from './case-list-view.ts'
import { type FindNeeds, findByNumber } from './find-by-number.ts'
import { parseStart, toWindowedPage, windowQuery } from './page-window.ts'

export function caseListEndpoints(needs: FindNeeds): readonly StaffEndpoint[] {
  const place = { audience: 'staff', permission: 'verifications.read' } as const
  return [
    { ...place, method: 'GET', path: '/verifications', answer: (request) => list(needs, request) },
    {
      ...place,
      method: 'POST',
      path: '/verifications/find',
      answer: (request) => find(needs, request),
    },
  ]
}

async function list({ db }: FindNeeds, request: StaffRequest): Promise<Answer> {
  const { filter, start, page } = allAtOnce({
    filter: () => parseCaseFilter(request.query(caseFilterQuery)),
    start: () => parseStart(request.query(windowQuery), 'ver'),
    page: () => pageRequest(request.query(['limit']), 'ver'),
  })
  const window = { limit: page.limit, start }
  const rows = await listCases(db.reader, filter, window)
  return { status: 200, data: casePageJson(toWindowedPage(rows, window)) }
}

async function find(needs: FindNeeds, request: StaffRequest): Promise<Answer> {
  const search = parseNumberSearch(await request.json())
  const { cursor } = search
  const start = parseStart(cursor === undefined ? {} : { cursor }, 'ver')
  const window = { limit: pageLimitDefault, start }
  const rows = await findByNumber(needs, originOfMember(request), search, window)
  return { status: 200, data: casePageJson(toWindowedPage(rows, window)) }
}
