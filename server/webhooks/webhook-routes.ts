// Webhooks over REST (specification 4.5 and 4.6, rulings 6.6). A key sees those of its own environment.

import { originOfClient } from '../http/audit-origin.ts'
import type { Answer, ApiRequest, ClientEndpoint, Endpoint } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import type { EndpointDescription } from '../kernel/endpoint-description.ts'
import type { Log } from '../kernel/log.ts'
import { toPage } from '../kernel/page.ts'
import { cancelBacklogInBackground } from './cancel-backlog.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { readWebhook, readWebhooks, type WebhookName } from './read-webhook.ts'
import { registerWebhook, type TargetNeeds, type WebhookWithSecret } from './register-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import { type SendTestNeeds, sendTest, type TestResult } from './send-test.ts'
import { changeWebhook } from './update-webhook.ts'
import { webhookDescriptions } from './webhook-descriptions.ts'
import {
  parseNewWebhook,
  parseSecretRotation,
  parseWebhookChange,
  type WebhookRules,
} from './webhook-input.ts'
import {
  testJson,
  webhookJson,
  webhookWithSecretAgainJson,
  webhookWithSecretJson,
} from './webhook-json.ts'

export type WebhookRouteNeeds = SendTestNeeds & TargetNeeds & { readonly log: Log }

type Handler = (
  needs: WebhookRouteNeeds,
  request: ApiRequest,
) => ReturnType<ClientEndpoint['answer']>

type Row = readonly [ClientEndpoint['method'], Endpoint['path'], Handler, EndpointDescription]

const table = [
  ['POST', '/webhooks', register, webhookDescriptions.register],
  ['GET', '/webhooks', list, webhookDescriptions.list],
  ['GET', '/webhooks/:id', get, webhookDescriptions.get],
  ['PATCH', '/webhooks/:id', update, webhookDescriptions.update],
  ['DELETE', '/webhooks/:id', remove, webhookDescriptions.remove],
  ['POST', '/webhooks/:id/test', test, webhookDescriptions.test],
  ['POST', '/webhooks/:id/rotate-secret', rotate, webhookDescriptions.rotate],
] as const satisfies readonly Row[]

export function webhookEndpoints(needs: WebhookRouteNeeds): readonly Endpoint[] {
  return table.map(([method, path, answer, describe]) => ({
    audience: 'client',
    scope: 'webhooks.manage',
    method,
    path,
    describe,
    answer: (request) => answer(needs, request),
  }))
}

async function register(needs: WebhookRouteNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (remember) => {
    const { environment } = request.caller
    const asked = { ...parseNewWebhook(body, rulesOf(needs)), environment }
    const answer = (made: WebhookWithSecret) => showSecret(needs, 201, made)
    return answer(
      await registerWebhook(needs, originOfClient(request), asked, {
        alongside: (trx, made) => remember(trx, answer(made)),
      }),
    )
  })
}

async function list(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'wh')
  const { environment } = request.caller
  const webhooks = await readWebhooks(needs, needs.db.reader, { environment }, page)
  const { items, nextCursor } = toPage(webhooks, page.limit)
  const nowMs = needs.clock.now()
  const data = { items: items.map((one) => webhookJson(one, nowMs)), next_cursor: nextCursor }
  return { status: 200, data }
}

async function get(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const webhook = await readWebhook(needs, needs.db.reader, nameOf(request))
  return { status: 200, data: webhookJson(webhook, needs.clock.now()) }
}

async function update(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const change = parseWebhookChange(await request.json(), rulesOf(needs))
  const { webhook, cancelled } = await changeWebhook(needs, originOfClient(request), {
    ...nameOf(request),
    change,
  })
  if (cancelled > 0) cancelBacklogInBackground(needs, webhook.id)
  return { status: 200, data: webhookJson(webhook, needs.clock.now()) }
}

async function remove(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const name = nameOf(request)
  const cancelled = await deleteWebhook(needs, originOfClient(request), name)
  if (cancelled > 0) cancelBacklogInBackground(needs, name.id)
  return { status: 200, data: { id: name.id, deleted: true } }
}

async function test(needs: WebhookRouteNeeds, request: ApiRequest) {
  await request.json({ mayBeEmpty: true })
  return request.idempotently(async (remember) => {
    const answer = (result: TestResult): Answer => ({ status: 200, data: testJson(result) })
    const asked = { ...nameOf(request), signal: request.signal }
    return answer(
      await sendTest(needs, originOfClient(request), asked, (trx, result) =>
        remember(trx, answer(result)),
      ),
    )
  })
}

async function rotate(needs: WebhookRouteNeeds, request: ApiRequest) {
  const body = await request.json({ mayBeEmpty: true })
  return request.idempotently(async (remember) => {
    const rotation = { ...nameOf(request), ...parseSecretRotation(body) }
    const answer = (made: WebhookWithSecret) => showSecret(needs, 200, made)
    return answer(
      await rotateSecret(needs, originOfClient(request), rotation, (trx, made) =>
        remember(trx, answer(made)),
      ),
    )
  })
}

function rulesOf({ webhookTargets, clock }: WebhookRouteNeeds): WebhookRules {
  return { policy: webhookTargets.policy, nowMs: clock.now() }
}

function showSecret(needs: WebhookRouteNeeds, status: 200 | 201, made: WebhookWithSecret): Answer {
  const nowMs = needs.clock.now()
  return {
    status,
    data: webhookWithSecretJson(made, nowMs),
    dataOfReplay: webhookWithSecretAgainJson(made, nowMs),
  }
}

/** A webhook of the other environment does not exist for this caller. */
function nameOf(request: ApiRequest): WebhookName {
  return { id: request.param('id'), environment: request.caller.environment }
}
