// The OpenAPI descriptions of the routes for webhook endpoints.

import type { ErrorCode } from '../../kernel/app-error.ts'
import { noFieldsSchema, type RouteDescription } from '../../kernel/route-description.ts'
import {
  deletedWebhookSchema,
  newWebhookSchema,
  secretRotationSchema,
  type TestJson,
  testSchema,
  type WebhookJson,
  type WebhookWithSecretJson,
  webhookChangeSchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook-api.ts'

const webhook: WebhookJson = {
  id: 'wh_01kb5h3m9q7r2s4t6v8w0x1y2z',
  environment: 'live',
  url: 'https://hooks.bank.example/svc',
  events: ['verification.completed', 'verification.failed'],
  description: 'Core banking',
  active: true,
  timestamp_mode: 'auto',
  failing_since: null,
  client_certificate: null,
  secret_rotation: null,
  secrets_readable: true,
  created_at: '2026-11-21T09:30:00.000Z',
}
const withSecret: WebhookWithSecretJson = {
  ...webhook,
  secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
}
const rotated: WebhookWithSecretJson = {
  ...withSecret,
  secret_rotation: { activates_at: '2026-11-22T09:30:00.000Z' },
}
const delivered: TestJson = { delivered: true, status_code: 200, duration_ms: 84, error: null }
const refused: TestJson = {
  delivered: false,
  status_code: 500,
  duration_ms: 31,
  error: 'bad_status',
}
const tag = 'Webhooks'
const path = {
  id: { description: 'Id of a webhook in the environment of the API key.', example: webhook.id },
}
const ofUrl: readonly ErrorCode[] = ['invalid_webhook_url']

export const webhookDescriptions = {
  register: {
    operationId: 'registerWebhook',
    tag,
    summary: 'Register a webhook',
    description:
      'The secret, which signs every delivery, is shown in this response only. The webhooks section of this document explains how to check a signature.',
    request: {
      kind: 'json',
      schema: newWebhookSchema,
      examples: {
        usual: {
          url: 'https://hooks.bank.example/svc',
          events: ['verification.completed', 'verification.failed'],
          description: 'Core banking',
        },
      },
    },
    answers: [
      {
        status: 201,
        description: 'The webhook, with its secret.',
        schema: webhookWithSecretSchema,
        examples: { registered: withSecret },
      },
    ],
    codes: [...ofUrl, 'conflict'],
  },
  list: {
    operationId: 'listWebhooks',
    tag,
    summary: 'List webhooks',
    description: 'The webhooks in the environment of the API key, without their secrets.',
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of webhooks.',
        schema: webhookListSchema,
        examples: { page: { items: [webhook], next_cursor: null } },
      },
    ],
  },
  get: {
    operationId: 'getWebhook',
    tag,
    summary: 'Get a webhook',
    description: 'One webhook with its state.',
    path,
    answers: [
      {
        status: 200,
        description: 'The webhook.',
        schema: webhookSchema,
        examples: {
          healthy: webhook,
          failing: { ...webhook, failing_since: '2026-11-21T11:00:00.000Z' },
        },
      },
    ],
    codes: ['not_found'],
  },
  update: {
    operationId: 'updateWebhook',
    tag,
    summary: 'Change a webhook',
    description:
      'Deactivating cancels the pending deliveries. Activating does not restore them; replay them instead.',
    path,
    request: {
      kind: 'json',
      schema: webhookChangeSchema,
      examples: { deactivate: { active: false }, move: { url: 'https://hooks.bank.example/v2' } },
    },
    answers: [
      {
        status: 200,
        description: 'The changed webhook.',
        schema: webhookSchema,
        examples: { deactivated: { ...webhook, active: false } },
      },
    ],
    codes: [...ofUrl, 'not_found'],
  },
  remove: {
    operationId: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it. Its delivery log can still be read.',
    path,
    answers: [
      {
        status: 200,
        description: 'The webhook was deleted.',
        schema: deletedWebhookSchema,
        examples: { deleted: { id: webhook.id, deleted: true } },
      },
    ],
    codes: ['not_found'],
  },
  test: {
    operationId: 'testWebhook',
    tag,
    summary: 'Send a test event',
    description:
      'Sends a signed `webhook.test` at once, also to an inactive webhook, and waits for the response. A test is not retried. The response body is not shown. `rate_limited` also while two tests of this webhook, or eight of all webhooks, are under way; `conflict` where the secrets of the webhook cannot be opened.',
    path,
    request: { kind: 'json', schema: noFieldsSchema, mayBeEmpty: true, examples: { nothing: {} } },
    answers: [
      {
        status: 200,
        description: 'The result of the test; a failed test still answers 200.',
        schema: testSchema,
        examples: { delivered, refused },
      },
    ],
    codes: ['not_found', 'conflict'],
  },
  rotate: {
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Replace the secret of a webhook',
    description:
      'The new secret is shown at once and begins to sign later, so that the receiver can be updated in time. Until then a second header, `svc-signatures`, carries the signatures with both secrets. Where the old secret cannot be opened, the new one signs at once. While a rotation is pending, another is a `conflict`.',
    path,
    request: {
      kind: 'json',
      schema: secretRotationSchema,
      mayBeEmpty: true,
      examples: { anHour: { activates_in_seconds: 3600 } },
    },
    answers: [
      {
        status: 200,
        description: 'The webhook, with its new secret.',
        schema: webhookWithSecretSchema,
        examples: { rotated },
      },
    ],
    codes: ['not_found', 'conflict'],
  },
} as const satisfies Record<string, RouteDescription>
