// The delivery log over REST, and sending again from it (rulings 6.6). A key sees its own environment.

import { allAtOnce } from '../http/all-at-once.ts'
import { originOfClient } from '../http/audit-origin.ts'
import type { Answer, ApiRequest, ClientEndpoint, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import type { EndpointDescription } from '../kernel/endpoint-description.ts'
import { toPage } from '../kernel/page.ts'
import type { Delivery } from './delivery.ts'
import { deliveryDescriptions } from './delivery-descriptions.ts'
import { deliveryFilterQuery, parseDeliveryFilter, parseReplaySpan } from './delivery-input.ts'
import { deliveryDetailJson, deliveryJson, replayTallyJson } from './delivery-json.ts'
import { listAttempts } from './delivery-store.ts'
import { listDeliveries } from './delivery-view.ts'
import {
  type ReplayNeeds,
  type ReplayTarget,
  replayDelivery,
  requireDelivery,
  requireKnown,
} from './replay-delivery.ts'
import { type ReplayTally, replayRange } from './replay-range.ts'

type Handler = (needs: ReplayNeeds, request: ApiRequest) => ReturnType<ClientEndpoint['answer']>

type Row = readonly [ClientEndpoint['method'], Endpoint['path'], Handler, EndpointDescription]

const table = [
  ['GET', '/webhooks/:id/deliveries', list, deliveryDescriptions.list],
  ['GET', '/webhooks/:id/deliveries/:delivery_id', detail, deliveryDescriptions.detail],
  [
    'POST',
    '/webhooks/:id/deliveries/:delivery_id/replay',
    replayOne,
    deliveryDescriptions.replayOne,
  ],
  ['POST', '/webhooks/:id/deliveries/replay', replayMany, deliveryDescriptions.replayMany],
] as const satisfies readonly Row[]

export function deliveryEndpoints(needs: ReplayNeeds): readonly Endpoint[] {
  return table.map(([method, path, answer, describe]) => ({
    audience: 'client',
    scope: 'webhooks.manage',
    method,
    path,
    describe,
    answer: (request: ApiRequest) => answer(needs, request),
  }))
}

async function list({ db }: ReplayNeeds, request: ApiRequest): Promise<Answer> {
  const { filter, page } = allAtOnce({
    filter: () => parseDeliveryFilter(request.query(deliveryFilterQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'dlv'),
  })
  const target = targetOf(request)
  await requireKnown(db.reader, target)
  const found = await listDeliveries(db.reader, target.webhookId, filter, page)
  const { items, nextCursor } = toPage(found, page.limit)
  return { status: 200, data: { items: items.map(deliveryJson), next_cursor: nextCursor } }
}

async function detail({ db }: ReplayNeeds, request: ApiRequest): Promise<Answer> {
  const target = targetOf(request)
  await requireKnown(db.reader, target)
  const id = request.param('delivery_id')
  const delivery = await requireDelivery(db.reader, target.webhookId, id)
  const attempts = await listAttempts(db.reader, id)
  return { status: 200, data: deliveryDetailJson(delivery, attempts) }
}

async function replayOne(needs: ReplayNeeds, request: ApiRequest) {
  await request.json({ mayBeEmpty: true })
  return request.idempotently(async (remember) => {
    const target = { ...targetOf(request), deliveryId: request.param('delivery_id') }
    const answer = (replayed: Delivery): Answer => ({ status: 202, data: deliveryJson(replayed) })
    return answer(
      await replayDelivery(needs, originOfClient(request), target, (trx, replayed) =>
        remember(trx, answer(replayed)),
      ),
    )
  })
}

async function replayMany(needs: ReplayNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (remember) => {
    const span = parseReplaySpan(body)
    const answer = (tally: ReplayTally): Answer => ({
      status: span.isDryRun ? 200 : 202,
      data: replayTallyJson(tally),
    })
    const keep = (...[trx, tally]: Parameters<NonNullable<Parameters<typeof replayRange>[4]>>) =>
      remember(trx, answer(tally))
    return answer(await replayRange(needs, originOfClient(request), targetOf(request), span, keep))
  })
}

function targetOf(request: ApiRequest): ReplayTarget {
  return { webhookId: request.param('id'), environment: request.caller.environment }
}
