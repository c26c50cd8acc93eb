// The alerts about webhooks over REST: what somebody should act on. A key sees its own environment.

import type { Db } from '../db/transaction.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import type { Answer, ApiRequest, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { parseAlertFilter } from './alert-input.ts'
import { alertJson } from './alert-json.ts'
import { listAlerts } from './alert-store.ts'
import { alertDescriptions } from './delivery-descriptions.ts'
import { findStanding } from './delivery-store.ts'

interface AlertRouteNeeds {
  readonly db: Db
}

export function alertEndpoints(needs: AlertRouteNeeds): readonly Endpoint[] {
  return [
    {
      audience: 'client',
      scope: 'webhooks.manage',
      method: 'GET',
      path: '/webhook-alerts',
      describe: alertDescriptions.list,
      answer: (request) => list(needs, request),
    },
  ]
}

async function list({ db }: AlertRouteNeeds, request: ApiRequest): Promise<Answer> {
  const { filter, page } = allAtOnce({
    filter: () => parseAlertFilter(request.query(['webhook_id'])),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'alr'),
  })
  const { environment } = request.caller
  const { webhookId } = filter
  // Of one webhook that is of this environment, all alerts are.
  const isForeign =
    webhookId !== undefined && !(await findStanding(db.reader, webhookId, environment))
  const of = webhookId === undefined ? { environment } : { webhookId }
  const found = isForeign ? [] : await listAlerts(db.reader, of, page)
  const { items, nextCursor } = toPage(found, page.limit)
  return { status: 200, data: { items: items.map(alertJson), next_cursor: nextCursor } }
}
