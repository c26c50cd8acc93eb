// Webhooks on their screen: the same use cases as over REST, for webhooks of both environments.

import type { Appliance } from '../appliance.ts'
import { parseEnvironment } from '../console-api/environment-input.ts'
import { allAtOnce } from '../http/all-at-once.ts'
import { originOfMember } from '../http/audit-origin.ts'
import type { Answer, StaffEndpoint, StaffRequest } from '../http/endpoint.ts'
import { pageRequest } from '../http/page-request.ts'
import { toPage } from '../kernel/page.ts'
import { cancelBacklogInBackground } from './cancel-backlog.ts'
import {
  addressApprovalJson,
  consoleWebhookJson,
  type ShownWebhook,
  webhookRulesJson,
} from './console-webhook-json.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { findWaitingAddress, holdForApproval } from './hold-address.ts'
import { readWebhook, readWebhooks, type WebhookName } from './read-webhook.ts'
import { registerWebhook } from './register-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import { sendTest } from './send-test.ts'
import { changeWebhook } from './update-webhook.ts'
import {
  parseNewWebhook,
  parseSecretRotation,
  parseWebhookChange,
  type WebhookRules,
} from './webhook-input.ts'
import { testJson, webhookWithSecretJson } from './webhook-json.ts'
import { readWebhookState } from './webhook-state-view.ts'

type Needs = Pick<
  Appliance,
  'db' | 'clock' | 'log' | 'keyring' | 'config' | 'webhookTargets' | 'webhookSender' | 'testSlots'
>
type Handler = (needs: Needs, request: StaffRequest) => Promise<Answer>
type Row = readonly [StaffEndpoint['method'], StaffEndpoint['path'], Handler]

const reading = [
  ['GET', '/webhooks', list],
  ['GET', '/webhooks/:id', show],
  ['GET', '/webhook-rules', tellRules],
] as const satisfies readonly Row[]

/** What decides where events go and who can forge one. */
const weighing = [
  ['POST', '/webhooks', register],
  ['PATCH', '/webhooks/:id', update],
  ['DELETE', '/webhooks/:id', remove],
  ['POST', '/webhooks/:id/rotate-secret', rotate],
] as const satisfies readonly Row[]

export function consoleWebhookEndpoints(needs: Needs): readonly StaffEndpoint[] {
  const manage = { audience: 'staff', permission: 'webhooks.manage' } as const
  return [
    ...reading.map(([method, path, handler]) => ({
      ...manage,
      permission: 'webhooks.read' as const,
      method,
      path,
      answer: (request: StaffRequest) => handler(needs, request),
    })),
    ...weighing.map(([method, path, handler]) => ({
      ...manage,
      confirm: true as const,
      method,
      path,
      answer: (request: StaffRequest) => handler(needs, request),
    })),
    {
      ...manage,
      method: 'POST',
      path: '/webhooks/:id/test',
      answer: (request) => test(needs, request),
    },
  ]
}

async function list(needs: Needs, request: StaffRequest): Promise<Answer> {
  const { environment, page } = allAtOnce({
    environment: () => parseEnvironment(request.query(['environment']).environment),
    page: () => pageRequest(request.query(['limit', 'cursor']), 'wh'),
  })
  const found = await readWebhooks(needs, needs.db.reader, { environment }, page)
  const { items, nextCursor } = toPage(found, page.limit)
  const shown = []
  for (const webhook of items) shown.push(await present(needs, webhook))
  return { status: 200, data: { items: shown, next_cursor: nextCursor } }
}

async function show(needs: Needs, request: StaffRequest): Promise<Answer> {
  const webhook = await readWebhook(needs, needs.db.reader, nameOf(request))
  return { status: 200, data: await present(needs, webhook) }
}

/** What its form says of addresses before one is judged. */
async function tellRules({ webhookTargets }: Needs): Promise<Answer> {
  return { status: 200, data: webhookRulesJson(webhookTargets.policy) }
}

async function register(needs: Needs, request: StaffRequest): Promise<Answer> {
  const { environment: asked, ...fields } = await request.json()
  const parsed = allAtOnce({
    environment: () => parseEnvironment(asked === undefined ? undefined : String(asked)),
    webhook: () => parseNewWebhook(fields, rulesOf(needs)),
  })
  const wanted = { ...parsed.webhook, environment: parsed.environment }
  const by = originOfMember(request)
  const made = await registerWebhook(needs, by, wanted, { hold: holdForApproval(needs, by) })
  const address = addressApprovalJson(await waitingOf(needs, made.webhook))
  const shown = webhookWithSecretJson(made, needs.clock.now())
  return { status: 201, data: { ...shown, address_approval: address } }
}

async function update(needs: Needs, request: StaffRequest): Promise<Answer> {
  const change = parseWebhookChange(await request.json(), rulesOf(needs))
  const name = nameOf(request)
  const asked = { ...name, change }
  const by = originOfMember(request)
  const hold = holdForApproval(needs, by)
  const { webhook, cancelled } = await changeWebhook(needs, by, asked, { hold })
  if (cancelled > 0) cancelBacklogInBackground(needs, webhook.id)
  return { status: 200, data: await present(needs, webhook) }
}

async function remove(needs: Needs, request: StaffRequest): Promise<Answer> {
  const name = nameOf(request)
  const cancelled = await deleteWebhook(needs, originOfMember(request), name)
  if (cancelled > 0) cancelBacklogInBackground(needs, name.id)
  return { status: 200, data: { id: name.id, deleted: true, cancelled_deliveries: cancelled } }
}

async function rotate(needs: Needs, request: StaffRequest): Promise<Answer> {
  const asked = parseSecretRotation(await request.json({ mayBeEmpty: true }))
  const rotation = { ...nameOf(request), ...asked }
  const made = await rotateSecret(needs, originOfMember(request), rotation)
  return { status: 200, data: webhookWithSecretJson(made, needs.clock.now()) }
}

async function test(needs: Needs, request: StaffRequest): Promise<Answer> {
  await request.json({ mayBeEmpty: true })
  const asked = { ...nameOf(request), signal: request.signal }
  const result = await sendTest(needs, originOfMember(request), asked)
  return { status: 200, data: { ...testJson(result), delivery_id: result.deliveryId } }
}

async function present(needs: Needs, webhook: ShownWebhook) {
  const { db, clock } = needs
  const nowMs = clock.now()
  const state = await readWebhookState(db.reader, webhook.id, nowMs)
  return consoleWebhookJson(webhook, { ...state, waiting: await waitingOf(needs, webhook) }, nowMs)
}

function waitingOf(needs: Needs, { id }: ShownWebhook) {
  return findWaitingAddress(needs, needs.db.reader, id)
}

function rulesOf({ webhookTargets, clock }: Needs): WebhookRules {
  return { policy: webhookTargets.policy, nowMs: clock.now() }
}

/** The staff looks after both environments. */
function nameOf(request: StaffRequest): WebhookName {
  return { id: request.param('id'), environment: undefined }
}
