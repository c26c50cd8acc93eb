// The route that lists the alerts about webhooks over REST. An API key sees its own environment.

import type { Appliance } from '../../appliance.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { listAlerts } from '../../webhooks/alert-view.ts'
import { findWebhookStatus } from '../../webhooks/webhook-status-view.ts'
import type { ApiRequest } from '../api-route.ts'
import { alertJson, parseAlertFilter } from './alert-api.ts'

type AlertRouteNeeds = Pick<Appliance, 'db'>

export const alertHandlers = {
  list,
}

async function list({ db }: AlertRouteNeeds, request: ApiRequest): Promise<Answer> {
  const { filter, page } = collectFaults({
    filter: () => parseAlertFilter(request.query(['webhook_id'])),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'alr'),
  })
  const { environment } = request.apiKey
  const { webhookId } = filter
  // All alerts of a webhook belong to the webhook's environment, so the query needs no second
  // filter.
  const isForeign =
    webhookId !== undefined && !(await findWebhookStatus(db.reader, webhookId, environment))
  const of = webhookId === undefined ? { environment } : { webhookId }
  const alerts = isForeign ? [] : await listAlerts(db.reader, of, page)
  return pageAnswer(alerts, page, alertJson)
}
