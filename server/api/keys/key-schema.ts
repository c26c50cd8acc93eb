// Response schemas of API keys for the OpenAPI document; the shapes are in `key-json`.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../../kernel/wire-schema.ts'
import { environments, keyStates, scopes } from '../../keys/key.ts'
import type { KeyJson, RevokedKeyJson, ShownKeyJson } from '../../keys/key-json.ts'

const keyFields = z.object({
  id: idText('key', 'The key’s id; not its text.'),
  name: z.string().describe('A label that says what the key is for.'),
  environment: z.enum(environments).describe('The environment that the key works in.'),
  hint: z
    .string()
    .meta({ description: 'Start and end of the key’s text.', example: 'svc_live_AbCd…WxYz' }),
  scopes: z.array(z.enum(scopes)).describe('What the key may do.'),
  allowed_cidrs: z
    .array(z.string())
    .describe('Networks from which the key may be used; empty for any.'),
  status: z
    .enum(keyStates)
    .describe('Only an active key works. A key that awaits approval waits for an administrator.'),
  created_at: instantText('When it was created.'),
  expires_at: instantText(
    'When it expires, for example after a rotation; null for never.',
  ).nullable(),
  revoked_at: instantText('When it was revoked; null if it is not.').nullable(),
  last_used_at: instantText('When it was last used, to about a minute; null for never.').nullable(),
  rotated_from: idText(
    'key',
    'The key that it replaced in a rotation; left out otherwise.',
  ).exactOptional(),
  created_by_key: idText(
    'key',
    'The key that created it over this API; left out otherwise.',
  ).exactOptional(),
  unrestricted: z
    .literal(true)
    .describe('Set on the host: keys that it creates may have scopes that it lacks.')
    .exactOptional(),
})

export const keySchema = wireSchema<KeyJson>()(keyFields.meta({ id: 'ApiKey' }))

export const createdKeySchema = wireSchema<ShownKeyJson>()(
  keyFields
    .extend({
      key: z
        .string()
        .nullable()
        .describe(
          'The key’s text. Shown once: null in a replayed response (`Idempotent-Replayed`).',
        ),
    })
    .meta({ id: 'CreatedApiKey' }),
)

const children = z.array(z.string())

export const revokedKeySchema = wireSchema<RevokedKeyJson>()(
  keyFields
    .extend({
      revoked_children: children.describe('Ids of keys that it created, revoked together with it.'),
      remaining_children: children.describe('Ids of keys that it created and that still work.'),
    })
    .meta({ id: 'RevokedApiKey' }),
)

export const keyListSchema = pageOf(keySchema, 'ApiKeyList')
