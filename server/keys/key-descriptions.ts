// What the interface document says of the endpoints for API keys.

import { describeFields, type EndpointDescription } from '../kernel/endpoint-description.ts'
import { newKeyBody, revocationQuery, rotationBody } from './key-input.ts'
import type { CreatedKeyJson, KeyJson } from './key-json.ts'
import { createdKeySchema, keyListSchema, revokedKeySchema } from './key-schema.ts'

const newKey = describeFields(newKeyBody(0).partial({ environment: true }), {
  name: { description: 'Tells people what the key is for.', example: 'Branch office' },
  environment: 'The caller’s own, which is also the default; another one is refused.',
  scopes:
    'What it may be used for: no more than the caller may. Without it all of that but `keys.manage`.',
  allowed_cidrs:
    'Networks that it may be used from, within the caller’s. Without it, or empty: the caller’s own.',
  expires_at:
    'When it stops working by itself, no later than the caller; a plain date is its first instant, UTC. Without it: with the caller.',
}).meta({ id: 'NewApiKey' })

const revocation = describeFields(revocationQuery, {
  revoke_children: {
    description:
      'Whether the keys that it made, and those that they made in turn, are revoked with it.',
    example: true,
  },
})

const rotation = describeFields(rotationBody, {
  grace_seconds: 'How long the old key still works. 0 ends it at once. Default: a day.',
}).meta({ id: 'ApiKeyRotation' })

const key: KeyJson = {
  id: 'key_01kb5h3m9q7r2s4t6v8w0x1y2z',
  name: 'Branch office',
  environment: 'live',
  hint: 'svc_live_AbCd…WxYz',
  scopes: ['kyc.verify', 'kyc.read'],
  allowed_cidrs: ['203.0.113.0/24'],
  status: 'active',
  created_at: '2026-11-21T09:30:00.000Z',
  expires_at: '2027-11-21T09:30:00.000Z',
  revoked_at: null,
  last_used_at: null,
}

/** No key: its checksum is wrong. */
const exampleText = `svc_live_${'0'.repeat(43)}000000`
const created: CreatedKeyJson = { ...key, key: exampleText }
const tag = 'API keys'
const id = { description: 'Id of an API key of the caller’s environment.', example: key.id }

export const keyDescriptions = {
  create: {
    operationId: 'createApiKey',
    tag,
    summary: 'Create an API key',
    description:
      'Makes a key of the caller’s own environment that may do no more than the caller. Its text is in this answer and nowhere else: keep it.',
    request: {
      kind: 'json',
      schema: newKey,
      examples: {
        usual: { name: 'Branch office' },
        restricted: {
          name: 'Branch office',
          scopes: ['kyc.verify', 'kyc.read'],
          allowed_cidrs: ['203.0.113.0/24'],
          expires_at: '2027-11-21T09:30:00Z',
        },
      },
    },
    answers: [
      {
        status: 201,
        description: 'The key, with its text.',
        schema: createdKeySchema,
        examples: { created },
      },
    ],
    codes: ['wrong_environment', 'missing_scope'],
  },
  list: {
    operationId: 'listApiKeys',
    tag,
    summary: 'List API keys',
    description: 'The keys of the caller’s environment, also those that ended; never their texts.',
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of keys.',
        schema: keyListSchema,
        examples: { page: { items: [key], next_cursor: null } },
      },
    ],
  },
  revoke: {
    operationId: 'revokeApiKey',
    tag,
    summary: 'Revoke an API key',
    description:
      'Ends the key with the next request. Doing it twice is doing it once. Keys that it made go on working unless `revoke_children` is `true`; the answer names them either way.',
    path: { id },
    query: revocation,
    answers: [
      {
        status: 200,
        description: 'The key as it is after that, and the keys that it made.',
        schema: revokedKeySchema,
        examples: {
          revoked: {
            ...key,
            status: 'revoked',
            revoked_at: '2026-11-22T08:00:00.000Z',
            revoked_children: [],
            remaining_children: ['key_01kb5h3m9q7r2s4t6v8w0x1y31'],
          },
        },
      },
    ],
    codes: ['not_found'],
  },
  rotate: {
    operationId: 'rotateApiKey',
    tag,
    summary: 'Replace an API key by a successor',
    description:
      'The successor has the same name and rights. A key rotates itself, and its successor expires when it would have itself, or earlier where a living key that made it does; or another key that may do no more than it may, whose successor has the same length of life, refused where it would outlive the key that asks. Only an operator, in the console or on the host, gives a key a new life. The old key works on for a grace period, so that every client can be moved over. Rotate webhook secrets with your keys.',
    path: { id },
    request: {
      kind: 'json',
      schema: rotation,
      mayBeEmpty: true,
      examples: { anHour: { grace_seconds: 3600 } },
    },
    answers: [
      {
        status: 201,
        description: 'The successor, with its text.',
        schema: createdKeySchema,
        examples: { successor: { ...created, rotated_from: 'key_01kb5h3m9q7r2s4t6v8w0x1y30' } },
      },
    ],
    codes: ['not_found', 'conflict', 'missing_scope'],
  },
} as const satisfies Record<string, EndpointDescription>
