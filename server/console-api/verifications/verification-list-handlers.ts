// The console routes for the list of verifications.

import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import type { Environment } from '../../kernel/environment.ts'
import { pageLimitDefault } from '../../kernel/page.ts'
import { readableEnvironments } from '../../users/readable-environments.ts'
import { roleMay } from '../../users/role.ts'
import { listErasedAmong } from '../../verifications/erasure/erased-view.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { findHiddenDecisions } from '../hidden-decisions.ts'
import { parseStart, toWindowedPage, windowQuery } from '../page-window.ts'
import { recordDenial, refusePermission } from '../permission-denial.ts'
import { type FindNeeds, findByNumber } from './find-by-number.ts'
import {
  parseNumberSearch,
  parseVerificationFilters,
  verificationFilterQuery,
} from './verification-list-input.ts'
import { verificationPageJson } from './verification-list-json.ts'
import { listVerificationRows, readerOfList } from './verification-list-view.ts'
import { withoutHidden } from './without-hidden.ts'

export const verificationListHandlers = {
  list,
  find,
}

async function list(needs: FindNeeds, request: ConsoleRequest): Promise<Answer> {
  const query = request.query([...verificationFilterQuery, ...windowQuery, 'limit'])
  const { limit } = query
  const { filter, start, page } = collectFaults({
    filter: () => parseVerificationFilters({ ...ownEnvironment(request), ...query }),
    start: () => parseStart(query, 'ver'),
    page: () => pageRequest(limit === undefined ? {} : { limit }, 'ver'),
  })
  await assertReadable(needs, request, filter)
  const window = { limit: page.limit, start }
  const rows = await listVerificationRows(readerOfList(needs.db, filter), filter, window)
  return { status: 200, data: await present(needs, request, rows, window) }
}

async function find(needs: FindNeeds, request: ConsoleRequest): Promise<Answer> {
  const search = parseNumberSearch({ ...ownEnvironment(request), ...(await request.json()) })
  await assertReadable(needs, request, search)
  const { cursor } = search
  const start = parseStart(cursor === undefined ? {} : { cursor }, 'ver')
  const window = { limit: pageLimitDefault, start }
  const rows = await findByNumber(needs, originOfUser(request), search, window)
  return { status: 200, data: await present(needs, request, rows, window) }
}

/** Where the user sees one environment alone, that is the one of a request that names none. */
function ownEnvironment({ signedIn }: ConsoleRequest) {
  const [first, ...others] = readableEnvironments((one) => roleMay(signedIn.user.role, one))
  return others.length === 0 ? { environment: first } : {}
}

/** @throws AppError `missing_permission` */
async function assertReadable(
  needs: FindNeeds,
  { signedIn, requestId, clientAddress }: ConsoleRequest,
  { environment }: { readonly environment: Environment },
): Promise<void> {
  const { role } = signedIn.user
  if (readableEnvironments((one) => roleMay(role, one)).includes(environment)) return
  const permission = 'verifications.read'
  await recordDenial(needs, signedIn, { permission, requestId, clientAddress })
  throw refusePermission(permission, role)
}

async function present(
  needs: FindNeeds,
  request: ConsoleRequest,
  rows: Awaited<ReturnType<typeof listVerificationRows>>,
  window: Parameters<typeof toWindowedPage>[1],
) {
  const page = toWindowedPage(rows, window)
  const ids = page.items.map(({ id }) => id)
  const hidden = await findHiddenDecisions(needs, request, ids)
  const shown = { ...page, items: page.items.map((row) => withoutHidden(row, hidden)) }
  return verificationPageJson(shown, await listErasedAmong(needs.db.reader, ids))
}
