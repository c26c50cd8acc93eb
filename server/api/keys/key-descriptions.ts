// Descriptions of the API key endpoints for the OpenAPI document.

import type { RouteDescription } from '../../kernel/route-description.ts'
import {
  type CreatedKeyJson,
  createdKeySchema,
  type KeyJson,
  keyListSchema,
  keyRevocationQuery,
  keyRotationSchema,
  newKeySchema,
  revokedKeySchema,
} from './key-api.ts'

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

/** Not a usable key: its checksum is wrong. */
const exampleText = `svc_live_${'0'.repeat(43)}000000`
const created: CreatedKeyJson = { ...key, key: exampleText }
const tag = 'API keys'
const id = { description: 'Id of an API key of the requesting key’s environment.', example: key.id }

export const keyDescriptions = {
  create: {
    operationId: 'createApiKey',
    tag,
    summary: 'Create an API key',
    description:
      'Creates a key in the requesting key’s environment, with no more rights than the requesting key, while keys have made fewer than 100 living keys in it. The key’s text is only in this response: store it.',
    request: {
      kind: 'json',
      schema: newKeySchema,
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
        description: 'The new key with its text.',
        schema: createdKeySchema,
        examples: { created },
      },
    ],
    codes: ['wrong_environment', 'missing_scope', 'conflict'],
  },
  list: {
    operationId: 'listApiKeys',
    tag,
    summary: 'List API keys',
    description:
      'Lists the keys of the requesting key’s environment, including revoked and expired ones, without their texts.',
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
      'Revokes the key; it fails from the next request on. Revoking twice has no further effect. Keys that it created continue to work unless `revoke_children` is `true`; the response lists them either way.',
    path: { id },
    query: keyRevocationQuery,
    answers: [
      {
        status: 200,
        description: 'The revoked key and the keys that it created.',
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
    summary: 'Rotate an API key',
    description:
      'Creates a successor with the same name and rights. A key can rotate itself; its successor then expires when the key would have, or earlier if an active key that created it expires earlier. A key can also rotate another key that has no more rights than itself; that successor has the same length of life as the old key, and the request is refused if it would outlive the requesting key. Only an operator, in the console or on the host, can extend a key’s life. The old key works for a grace period, so that every client can switch. A request may be repeated with the successor under the same `Idempotency-Key`. Rotate webhook secrets together with your keys.',
    path: { id },
    request: {
      kind: 'json',
      schema: keyRotationSchema,
      mayBeEmpty: true,
      examples: { anHour: { grace_seconds: 3600 } },
    },
    answers: [
      {
        status: 201,
        description: 'The successor with its text.',
        schema: createdKeySchema,
        examples: { successor: { ...created, rotated_from: 'key_01kb5h3m9q7r2s4t6v8w0x1y30' } },
      },
    ],
    codes: ['not_found', 'conflict', 'missing_scope'],
  },
} as const satisfies Record<string, RouteDescription>
