// The console routes for the list of verifications.

import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { pageRequest } from '../../http/page-request.ts'
import { pageLimitDefault } from '../../kernel/page.ts'
import { listErasedAmong } from '../../verifications/erased-view.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseStart, toWindowedPage, windowQuery } from '../page-window.ts'
import { type FindNeeds, findByNumber } from './find-by-number.ts'
import {
  parseNumberSearch,
  parseVerificationFilters,
  verificationFilterQuery,
} from './verification-list-input.ts'
import { verificationPageJson } from './verification-list-json.ts'
import { listVerificationRows, readerOfList } from './verification-list-view.ts'

export const verificationListHandlers = {
  list,
  find,
}

async function list(needs: FindNeeds, request: ConsoleRequest): Promise<Answer> {
  const { filter, start, page } = collectFaults({
    filter: () => parseVerificationFilters(request.query(verificationFilterQuery)),
    start: () => parseStart(request.query(windowQuery), 'ver'),
    page: () => pageRequest(request.query(['limit']), 'ver'),
  })
  const window = { limit: page.limit, start }
  const rows = await listVerificationRows(readerOfList(needs.db, filter), filter, window)
  return { status: 200, data: await present(needs, rows, window) }
}

async function find(needs: FindNeeds, request: ConsoleRequest): Promise<Answer> {
  const search = parseNumberSearch(await request.json())
  const { cursor } = search
  const start = parseStart(cursor === undefined ? {} : { cursor }, 'ver')
  const window = { limit: pageLimitDefault, start }
  const rows = await findByNumber(needs, originOfUser(request), search, window)
  return { status: 200, data: await present(needs, rows, window) }
}

async function present(
  { db }: FindNeeds,
  rows: Awaited<ReturnType<typeof listVerificationRows>>,
  window: Parameters<typeof toWindowedPage>[1],
) {
  const page = toWindowedPage(rows, window)
  const ids = page.items.map(({ id }) => id)
  return verificationPageJson(page, await listErasedAmong(db.reader, ids))
}
