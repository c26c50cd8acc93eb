// Row of `api_keys`. Holds only a keyed digest of the key's text.

import type { Flag } from '../db/columns.ts'
import type { Environment } from '../kernel/environment.ts'

export interface ApiKeyTable {
  id: string
  name: string
  environment: Environment
  /** HMAC-SHA-256 of the key's text under the pepper, a key of the keyring. */
  digest: Buffer
  /** Id of the purpose key that is the pepper. */
  pepper_id: string
  hint_first: string
  hint_last: string
  scopes: string
  allowed_cidrs: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  rotated_from: string | null
  waiting_since: number | null
  created_by_user: string | null
  created_by_key: string | null
  unrestricted: Flag
}
