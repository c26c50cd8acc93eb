// The console's routes for webhook endpoints: the same use cases as over REST, for both
// environments.

import { testJson, webhookWithSecretJson } from '../../api/webhooks/webhook-api.ts'
import {
  parseNewWebhook,
  parseSecretRotation,
  parseWebhookChange,
  type WebhookRules,
} from '../../api/webhooks/webhook-input.ts'
import type { Appliance } from '../../appliance.ts'
import { requireActingUser } from '../../approvals/acting-user.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import type { Trx } from '../../db/transaction.ts'
import { cancelBacklogInBackground } from '../../deliveries/cancel-backlog.ts'
import { changeWebhook } from '../../deliveries/change-webhook.ts'
import { deleteWebhook } from '../../deliveries/delete-webhook.ts'
import { sendTest } from '../../deliveries/send-test.ts'
import { readWebhookState } from '../../deliveries/webhook-state-view.ts'
import type { Answer } from '../../http/answer.ts'
import { collectFaults } from '../../http/bodies/collect-faults.ts'
import { pageNames, pageRequest } from '../../http/bodies/page-request.ts'
import { toPage } from '../../kernel/page.ts'
import { findWaitingAddress, holdAddressForApproval } from '../../webhooks/hold-address.ts'
import { readWebhook, readWebhooks, type WebhookName } from '../../webhooks/read-webhook.ts'
import { registerWebhook } from '../../webhooks/register-webhook.ts'
import { rotateSecret } from '../../webhooks/rotate-secret.ts'
import { originOfUser } from '../audit-origin.ts'
import type { ConsoleRequest } from '../console-route.ts'
import { parseEnvironment } from '../environment-input.ts'
import {
  addressApprovalJson,
  consoleWebhookJson,
  type ShownWebhook,
  webhookRulesJson,
} from './console-webhook-json.ts'

type Needs = Pick<
  Appliance,
  'db' | 'clock' | 'log' | 'keyring' | 'config' | 'webhookTargets' | 'webhookSender' | 'testSlots'
>
export const consoleWebhookHandlers = {
  list,
  show,
  showRules,
  register,
  update,
  remove,
  rotate,
  test,
}

async function list(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const query = request.query(['environment', ...pageNames])
  const { environment, page } = collectFaults({
    environment: () => parseEnvironment(query.environment),
    page: () => pageRequest(query, 'wh'),
  })
  const webhooks = await readWebhooks(needs, needs.db.reader, { environment }, page)
  const { items, nextCursor } = toPage(webhooks, page.limit)
  const shown = []
  for (const webhook of items) shown.push(await present(needs, webhook))
  return { status: 200, data: { items: shown, next_cursor: nextCursor } }
}

async function show(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const webhook = await readWebhook(needs, needs.db.reader, nameOf(request))
  return { status: 200, data: await present(needs, webhook) }
}

/** The address rules that the console's form shows before an address is checked. */
async function showRules({ webhookTargets }: Needs): Promise<Answer> {
  return { status: 200, data: webhookRulesJson(webhookTargets.policy) }
}

async function register(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const { environment: asked, ...fields } = await request.json()
  const parsed = collectFaults({
    environment: () => parseEnvironment(asked === undefined ? undefined : String(asked)),
    webhook: () => parseNewWebhook(fields, rulesOf(needs)),
  })
  const wanted = { ...parsed.webhook, environment: parsed.environment }
  const by = originOfUser(request)
  const made = await registerWebhook(needs, by, wanted, { hold: holdAddressForApproval(needs, by) })
  const address = addressApprovalJson(await waitingOf(needs, made.webhook))
  const shown = webhookWithSecretJson(made, needs.clock.now())
  return { status: 201, data: { ...shown, address_approval: address } }
}

async function update(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const change = parseWebhookChange(await request.json(), rulesOf(needs))
  const name = nameOf(request)
  const asked = { ...name, change }
  const by = originOfUser(request)
  const hold = holdAddressForApproval(needs, by)
  const inSameTransaction = actingStill(by)
  const { webhook, cancelled } = await changeWebhook(needs, by, asked, { hold, inSameTransaction })
  if (cancelled > 0) cancelBacklogInBackground(needs, webhook.id)
  return { status: 200, data: await present(needs, webhook) }
}

async function remove(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const name = nameOf(request)
  const by = originOfUser(request)
  const cancelled = await deleteWebhook(needs, by, name, actingStill(by))
  if (cancelled > 0) cancelBacklogInBackground(needs, name.id)
  return { status: 200, data: { id: name.id, deleted: true, cancelled_deliveries: cancelled } }
}

async function rotate(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  const asked = parseSecretRotation(await request.json())
  const rotation = { ...nameOf(request), ...asked }
  const by = originOfUser(request)
  const made = await rotateSecret(needs, by, rotation, actingStill(by))
  return { status: 200, data: webhookWithSecretJson(made, needs.clock.now()) }
}

/** Refuses users who were disabled since their request came in. */
function actingStill(by: AuditOrigin) {
  return async (trx: Trx): Promise<void> => void (await requireActingUser(trx, by))
}

async function test(needs: Needs, request: ConsoleRequest): Promise<Answer> {
  await request.json()
  const asked = { ...nameOf(request), signal: request.signal }
  const result = await sendTest(needs, originOfUser(request), asked)
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

/** Console users see both environments. */
function nameOf(request: ConsoleRequest): WebhookName {
  return { id: request.param('id'), environment: undefined }
}
