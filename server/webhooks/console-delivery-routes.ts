// The delivery log and the alerts on the webhooks' screens, and sending again from there.

import type { Appliance } from '../appliance.ts'
import { parseEnvironment } from '../console-api/environment-input.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { parseAlertFilter } from './alert-input.ts'
import { alertJson } from './alert-json.ts'
import { listAlerts } from './alert-store.ts'
import { remakeRequests } from './attempt-requests.ts'
import { consoleDeliveryJson } from './console-delivery-json.ts'
import { deliveryFilterQuery, parseDeliveryFilter, parseReplaySpan } from './delivery-input.ts'
import { deliveryJson, replayTallyJson } from './delivery-json.ts'
import { listAttempts } from './delivery-store.ts'
import { listDeliveries } from './delivery-view.ts'
import { replayDelivery, requireDelivery, requireKnown } from './replay-delivery.ts'
import { replayRange } from './replay-range.ts'

type Needs = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'wakeDeliveries'>

export function consoleDeliveryEndpoints(needs: Needs): readonly StaffEndpoint[] {
  const read = { audience: 'staff', permission: 'webhooks.read', method: 'GET' } as const
  const send = { audience: 'staff', permission: 'webhooks.manage', method: 'POST' } as const
  return [
    { ...read, path: '/webhook-alerts', answer: (request) => alerts(needs, request) },
    { ...read, path: '/webhooks/:id/deliveries', answer: (request) => list(needs, request) },
    {
      ...read,
      path: '/webhooks/:id/deliveries/:delivery_id',
      answer: (request) => show(needs, request),
    },
    {
      ...send,
      path: '/webhooks/:id/deliveries/:delivery_id/replay',
      answer: (request) => replayOne(needs, request),
    },
    {
      ...send,
      path: '/webhooks/:id/deliveries/replay/count',
      answer: (request) => replayMany(needs, request, true),
    },
    {
      ...send,
      confirm: true,
      path: '/webhooks/:id/deliveries/replay',
      answer: (request) => replayMany(needs, request, false),
    },
  ]
}

async function alerts({ db }: Needs, request: StaffRequest): Promise<Answer> {
  const { environment, filter, page } = allAtOnce({
    environment: () => parseEnvironment(request.query(['environment']).environment),
    filter: () => parseAlertFilter(request.query(['webhook_id'])),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'alr'),
  })
  const { webhookId } = filter
  const of = webhookId === undefined ? { environment } : { webhookId }
  const { items, nextCursor } = toPage(await listAlerts(db.reader, of, page), page.limit)
  return { status: 200, data: { items: items.map(alertJson), next_cursor: nextCursor } }
}

async function list({ db }: Needs, request: StaffRequest): Promise<Answer> {
  const { filter, page } = allAtOnce({
    filter: () => parseDeliveryFilter(request.query(deliveryFilterQuery)),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'dlv'),
  })
  const webhookId = request.param('id')
  await requireKnown(db.reader, { webhookId })
  const found = await listDeliveries(db.reader, webhookId, filter, page)
  const { items, nextCursor } = toPage(found, page.limit)
  return { status: 200, data: { items: items.map(deliveryJson), next_cursor: nextCursor } }
}

async function show(needs: Needs, request: StaffRequest): Promise<Answer> {
  const { reader } = needs.db
  const webhookId = request.param('id')
  await requireKnown(reader, { webhookId })
  const delivery = await requireDelivery(reader, webhookId, request.param('delivery_id'))
  const attempts = await listAttempts(reader, delivery.id)
  const requests = await remakeRequests(needs, reader, delivery, attempts)
  return { status: 200, data: consoleDeliveryJson(delivery, attempts, requests) }
}

async function replayOne(needs: Needs, request: StaffRequest): Promise<Answer> {
  await request.json({ mayBeEmpty: true })
  const target = { webhookId: request.param('id'), deliveryId: request.param('delivery_id') }
  const replayed = await replayDelivery(needs, originOfMember(request), target)
  return { status: 202, data: deliveryJson(replayed) }
}

/** Counting asks for no fresh proof, so that one can see first what a replay would do. */
async function replayMany(needs: Needs, request: StaffRequest, isDryRun: boolean): Promise<Answer> {
  const span = { ...parseReplaySpan(await request.json()), isDryRun }
  const target = { webhookId: request.param('id') }
  const tally = await replayRange(needs, originOfMember(request), target, span)
  return { status: isDryRun ? 200 : 202, data: replayTallyJson(tally) }
}
