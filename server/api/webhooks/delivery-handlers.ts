// The REST routes for the delivery log and for replays (rulings 6.6). An API key sees its own
// environment.

import type { Delivery, ReplayCounts } from '../../deliveries/delivery.ts'
import { listAttempts, listDeliveries } from '../../deliveries/delivery-view.ts'
import {
  type ReplayNeeds,
  type ReplayTarget,
  replayDelivery,
  requireDelivery,
  requireWebhook,
} from '../../deliveries/replay-delivery.ts'
import { replayRange } from '../../deliveries/replay-range.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import type { ApiRequest } from '../api-route.ts'
import { originOfClient } from '../audit-origin.ts'
import {
  deliveryDetailJson,
  deliveryFilterQuery,
  deliveryJson,
  parseDeliveryFilter,
  parseReplaySpan,
  replayCountsJson,
} from './delivery-api.ts'

export const deliveryHandlers = {
  list,
  detail,
  replayOne,
  replayMany,
}

async function list({ db }: ReplayNeeds, request: ApiRequest): Promise<Answer> {
  const { filter, page } = collectFaults({
    filter: () => parseDeliveryFilter(request.query(deliveryFilterQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'dlv'),
  })
  const target = targetOf(request)
  await requireWebhook(db.reader, target)
  const deliveries = await listDeliveries(db.reader, target.webhookId, filter, page)
  return pageAnswer(deliveries, page, deliveryJson)
}

async function detail({ db }: ReplayNeeds, request: ApiRequest): Promise<Answer> {
  const target = targetOf(request)
  await requireWebhook(db.reader, target)
  const id = request.param('delivery_id')
  const delivery = await requireDelivery(db.reader, target.webhookId, id)
  const attempts = await listAttempts(db.reader, id)
  return { status: 200, data: deliveryDetailJson(delivery, attempts) }
}

async function replayOne(needs: ReplayNeeds, request: ApiRequest) {
  await request.json()
  return request.idempotently(async (saveResponse) => {
    const target = { ...targetOf(request), deliveryId: request.param('delivery_id') }
    const answer = (replayed: Delivery): Answer => ({ status: 202, data: deliveryJson(replayed) })
    return answer(
      await replayDelivery(needs, originOfClient(request), target, (trx, replayed) =>
        saveResponse(trx, answer(replayed)),
      ),
    )
  })
}

async function replayMany(needs: ReplayNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (saveResponse) => {
    const span = parseReplaySpan(body)
    const answer = (counts: ReplayCounts): Answer => ({
      status: span.isDryRun ? 200 : 202,
      data: replayCountsJson(counts),
    })
    return answer(
      await replayRange(needs, originOfClient(request), targetOf(request), span, {
        admit: (trx) => request.assertStillActive(trx),
        inSameTransaction: (trx, counts) => saveResponse(trx, answer(counts)),
      }),
    )
  })
}

function targetOf(request: ApiRequest): ReplayTarget {
  return { webhookId: request.param('id'), environment: request.apiKey.environment }
}
