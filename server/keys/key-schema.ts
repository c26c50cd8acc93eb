// The schema of an API key in answers, for the interface document; the shape itself stands in `key-json`.

import { z } from 'zod'
import { idText, instantText, pageOf, wireSchema } from '../kernel/wire-schema.ts'
import { environments, keyStates, scopes } from './key.ts'
import type { KeyJson, RevokedKeyJson, ShownKeyJson } from './key-json.ts'

const keyFields = z.object({
  id: idText('key', 'Names the key; it is not the key.'),
  name: z.string().describe('Tells people what the key is for.'),
  environment: z.enum(environments).describe('Everything that is done with it happens there.'),
  hint: z
    .string()
    .meta({ description: 'Enough of the key to tell it apart.', example: 'svc_live_AbCd…WxYz' }),
  scopes: z.array(z.enum(scopes)).describe('What it may be used for.'),
  allowed_cidrs: z.array(z.string()).describe('Networks that it may be used from; empty for any.'),
  status: z
    .enum(keyStates)
    .describe('Only an active key works. One that awaits approval waits for an administrator.'),
  created_at: instantText('When it was created.'),
  expires_at: instantText(
    'When it stops working by itself, as after a rotation; null for never.',
  ).nullable(),
  revoked_at: instantText('When it was revoked; null while it was not.').nullable(),
  last_used_at: instantText('When it was last used, to about a minute; null for never.').nullable(),
  rotated_from: idText(
    'key',
    'The key that it took over from; left out where there was none.',
  ).exactOptional(),
  created_by_key: idText(
    'key',
    'The key that made it over this interface; left out where it was made otherwise.',
  ).exactOptional(),
  unrestricted: z
    .literal(true)
    .describe('Set on the host: keys that it makes may have scopes that it lacks.')
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
          'The key itself. Shown once: null where the answer is repeated (`Idempotent-Replayed`).',
        ),
    })
    .meta({ id: 'CreatedApiKey' }),
)

const children = z.array(z.string())

export const revokedKeySchema = wireSchema<RevokedKeyJson>()(
  keyFields
    .extend({
      revoked_children: children.describe('Ids of keys that it made, revoked with it.'),
      remaining_children: children.describe('Ids of keys that it made and that go on working.'),
    })
    .meta({ id: 'RevokedApiKey' }),
)

export const keyListSchema = pageOf(keySchema, 'ApiKeyList')
