// The console's routes for the delivery log, replays and alerts.

import { alertJson, parseAlertFilter } from '../../api/webhooks/alert-api.ts'
import {
  deliveryFilterQuery,
  deliveryJson,
  parseDeliveryFilter,
  parseReplaySpan,
  replayCountsJson,
} from '../../api/webhooks/delivery-api.ts'
import type { Appliance } from '../../appliance.ts'
import { remakeRequests } from '../../deliveries/attempt-requests.ts'
import { listAttempts, listDeliveries } from '../../deliveries/delivery-view.ts'
import {
  replayDelivery,
  requireDelivery,
  requireWebhook,
} from '../../deliveries/replay-delivery.ts'
import { replayRange } from '../../deliveries/replay-range.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import { listAlerts } from '../../webhooks/alert-view.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import { consoleDeliveryJson } from './console-delivery-json.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'wakeDeliveries'>

export const consoleDeliveryHandlers = {
  alerts,
  list,
  show,
  replayOne,
  countReplay,
  replay,
}

async function alerts({ db }: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', 'webhook_id', ...pageNames])
  const { environment, filter, page } = collectFaults({
    environment: () => parseEnvironment(query.environment),
    filter: () => parseAlertFilter(query),
    page: () => pageRequest(query, 'alr'),
  })
  const { webhookId } = filter
  const of = webhookId === undefined ? { environment } : { webhookId }
  return pageAnswer(await listAlerts(db.reader, of, page), page, alertJson)
}

async function list({ db }: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query([...deliveryFilterQuery, ...pageNames])
  const { filter, page } = collectFaults({
    filter: () => parseDeliveryFilter(query),
    page: () => pageRequest(query, 'dlv'),
  })
  const webhookId = request.param('id')
  await requireWebhook(db.reader, { webhookId })
  const deliveries = await listDeliveries(db.reader, webhookId, filter, page)
  return pageAnswer(deliveries, page, deliveryJson)
}

async function show(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const { reader } = needs.db
  const webhookId = request.param('id')
  await requireWebhook(reader, { webhookId })
  const delivery = await requireDelivery(reader, webhookId, request.param('delivery_id'))
  const attempts = await listAttempts(reader, delivery.id)
  const requests = await remakeRequests(needs, reader, delivery, attempts)
  return { status: 200, data: consoleDeliveryJson(delivery, attempts, requests) }
}

async function replayOne(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  await request.json()
  const target = { webhookId: request.param('id'), deliveryId: request.param('delivery_id') }
  const replayed = await replayDelivery(needs, originOfUser(request), target)
  return { status: 202, data: deliveryJson(replayed) }
}

/** Asks for no fresh proof, so that one can see first what a replay would do. */
function countReplay(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  return replayMany(needs, request, true)
}

function replay(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  return replayMany(needs, request, false)
}

async function replayMany(
  needs: Needs,
  request: ConsoleRequest,
  isDryRun: boolean,
): Promise<Answer> {
  const span = { ...parseReplaySpan(await request.json()), isDryRun }
  const target = { webhookId: request.param('id') }
  const counts = await replayRange(needs, originOfUser(request), target, span)
  return { status: isDryRun ? 200 : 202, data: replayCountsJson(counts) }
}
