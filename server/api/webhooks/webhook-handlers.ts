// The REST routes for webhook endpoints (specification 4.5 and 4.6, rulings 6.6). An API key sees
// the webhooks of its own environment.

import { cancelBacklogInBackground } from '../../deliveries/cancel-backlog.ts'
import { changeWebhook } from '../../deliveries/change-webhook.ts'
import { deleteWebhook } from '../../deliveries/delete-webhook.ts'
import type { TestResult } from '../../deliveries/delivery.ts'
import { type SendTestNeeds, sendTest } from '../../deliveries/send-test.ts'
import type { Answer } from '../../http/answer.ts'
import { pageRequest } from '../../http/bodies/page-request.ts'
import { pageAnswer } from '../../http/console/page-answer.ts'
import type { Log } from '../../kernel/log.ts'
import { readWebhook, readWebhooks, type WebhookName } from '../../webhooks/read-webhook.ts'
import { registerWebhook, type TargetNeeds } from '../../webhooks/register-webhook.ts'
import { rotateSecret } from '../../webhooks/rotate-secret.ts'
import type { WebhookWithSecret } from '../../webhooks/webhook.ts'
import type { ApiRequest } from '../api-route.ts'
import { originOfClient } from '../audit-origin.ts'
import {
  testJson,
  webhookJson,
  webhookWithSecretAgainJson,
  webhookWithSecretJson,
} from './webhook-api.ts'
import {
  parseNewWebhook,
  parseSecretRotation,
  parseWebhookChange,
  type WebhookRules,
} from './webhook-input.ts'

type WebhookRouteNeeds = SendTestNeeds & TargetNeeds & { readonly log: Log }

export const webhookHandlers = {
  register,
  list,
  get,
  update,
  remove,
  test,
  rotate,
}

async function register(needs: WebhookRouteNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (saveResponse) => {
    const { environment } = request.apiKey
    const asked = { ...parseNewWebhook(body, rulesOf(needs)), environment }
    const answer = (made: WebhookWithSecret) => showSecret(needs, 201, made)
    return answer(
      await registerWebhook(needs, originOfClient(request), asked, {
        inSameTransaction: (trx, made) => saveResponse(trx, answer(made)),
      }),
    )
  })
}

async function list(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const page = pageRequest(request.query(['limit', 'cursor']), 'wh')
  const { environment } = request.apiKey
  const webhooks = await readWebhooks(needs, needs.db.reader, { environment }, page)
  const nowMs = needs.clock.now()
  return pageAnswer(webhooks, page, (one) => webhookJson(one, nowMs))
}

async function get(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const webhook = await readWebhook(needs, needs.db.reader, nameOf(request))
  return { status: 200, data: webhookJson(webhook, needs.clock.now()) }
}

async function update(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const change = parseWebhookChange(await request.json(), rulesOf(needs))
  const asked = { ...nameOf(request), change }
  const { webhook, cancelled } = await changeWebhook(needs, originOfClient(request), asked, {
    inSameTransaction: (trx) => request.assertStillActive(trx),
  })
  if (cancelled > 0) cancelBacklogInBackground(needs, webhook.id)
  return { status: 200, data: webhookJson(webhook, needs.clock.now()) }
}

async function remove(needs: WebhookRouteNeeds, request: ApiRequest): Promise<Answer> {
  const name = nameOf(request)
  const cancelled = await deleteWebhook(needs, originOfClient(request), name, (trx) =>
    request.assertStillActive(trx),
  )
  if (cancelled > 0) cancelBacklogInBackground(needs, name.id)
  return { status: 200, data: { id: name.id, deleted: true } }
}

async function test(needs: WebhookRouteNeeds, request: ApiRequest) {
  await request.json()
  const answer = (result: TestResult): Answer => ({ status: 200, data: testJson(result) })
  const asked = { ...nameOf(request), signal: request.signal }
  return request.idempotently(
    async (saveResponse) =>
      answer(
        await sendTest(needs, originOfClient(request), asked, (trx, result) =>
          saveResponse(trx, answer(result)),
        ),
      ),
    { isDoneAlready: true },
  )
}

async function rotate(needs: WebhookRouteNeeds, request: ApiRequest) {
  const body = await request.json()
  return request.idempotently(async (saveResponse) => {
    const rotation = { ...nameOf(request), ...parseSecretRotation(body) }
    const answer = (made: WebhookWithSecret) => showSecret(needs, 200, made)
    return answer(
      await rotateSecret(needs, originOfClient(request), rotation, (trx, made) =>
        saveResponse(trx, answer(made)),
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

/** A webhook of the other environment is `not_found`. */
function nameOf(request: ApiRequest): WebhookName {
  return { id: request.param('id'), environment: request.apiKey.environment }
}
