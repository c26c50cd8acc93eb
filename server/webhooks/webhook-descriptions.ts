// What the interface document says of the endpoints for webhooks themselves.

import type { ErrorCode } from '../kernel/app-error.ts'
import {
  describeFields,
  type EndpointDescription,
  noFieldsSchema,
} from '../kernel/endpoint-description.ts'
import {
  newWebhookBody,
  rotationBody,
  type WebhookRules,
  webhookChangeBody,
} from './webhook-input.ts'
import type { TestJson, WebhookJson, WebhookWithSecretJson } from './webhook-json.ts'
import {
  deletedWebhookSchema,
  testSchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook-schema.ts'
import { urlCharactersMax } from './webhook-url.ts'

/** A description judges nothing: what is closed to webhooks differs from one appliance to another. */
const noRules: WebhookRules = {
  policy: { judge: () => 'allowed', plainHttp: 'nowhere', isPlainHttpByName: false },
  nowMs: 0,
}

const notes = {
  url: {
    description:
      'An https address without credentials and fragment. Addresses that lead to this machine, its network’s own services or a closed range are refused.',
    example: 'https://hooks.bank.example/svc',
    override: { format: 'uri', minLength: 1, maxLength: urlCharactersMax },
  },
  events: 'What it is told of.',
  description: 'Tells people what it is for; left out for nothing.',
  active: 'Whether events are sent. Default true.',
  timestamp_mode: 'What `svc-timestamp` says; see the webhook. Default `auto`.',
  client_certificate:
    'What it shows to a receiver that asks for a certificate: chain and key in PEM. Left out for none.',
} as const
const newWebhook = describeFields(newWebhookBody(noRules), notes).meta({ id: 'NewWebhook' })
const webhookChange = describeFields(webhookChangeBody(noRules), {
  ...notes,
  description: 'Tells people what it is for; an empty text removes it.',
  client_certificate:
    'Chain and key in PEM, both in the place of what there was; an empty object removes them.',
}).meta({
  id: 'WebhookChange',
  description: 'What is absent or null stays as it is. One field at least.',
})

const rotation = describeFields(rotationBody, {
  activates_in_seconds: 'When the new secret begins to sign. 0: at once. Default: in a day.',
  replace_pending:
    'Gives up a secret that still waits from an earlier rotation, which is refused otherwise. Default false.',
}).meta({ id: 'SecretRotation' })

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
  id: { description: 'Id of a webhook of the caller’s environment.', example: webhook.id },
}
const ofUrl: readonly ErrorCode[] = ['invalid_webhook_url']

export const webhookDescriptions = {
  register: {
    operationId: 'registerWebhook',
    tag,
    summary: 'Register a webhook',
    description:
      'Its secret is in this answer and nowhere else: it signs every delivery. How to check a signature stands with the webhooks of this document.',
    request: {
      kind: 'json',
      schema: newWebhook,
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
    description: 'The webhooks of the caller’s environment; never their secrets.',
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
    description: 'One webhook and how it is.',
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
      'Deactivating calls off what waits to be sent; activating brings nothing of it back, which is for a replay to do.',
    path,
    request: {
      kind: 'json',
      schema: webhookChange,
      examples: { deactivate: { active: false }, move: { url: 'https://hooks.bank.example/v2' } },
    },
    answers: [
      {
        status: 200,
        description: 'The webhook as it is after that.',
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
        description: 'It is gone.',
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
      'Sends a signed `webhook.test` at once, also to an inactive webhook, and waits for the answer. It is not tried again. What the receiver says is not shown. `rate_limited` also while two tests of it, or eight of all webhooks, are under way; `conflict` where its secrets cannot be opened.',
    path,
    request: { kind: 'json', schema: noFieldsSchema, mayBeEmpty: true, examples: { nothing: {} } },
    answers: [
      {
        status: 200,
        description: 'How it went; a failed test is a success of this request.',
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
      'The new secret is shown at once and begins to sign later, so that the receiver can learn it in time. Until then a second header, `svc-signatures`, carries what both make of the delivery. Where the old secret cannot be opened, the new one signs at once. While a rotation is pending, another is a `conflict`.',
    path,
    request: {
      kind: 'json',
      schema: rotation,
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
} as const satisfies Record<string, EndpointDescription>
