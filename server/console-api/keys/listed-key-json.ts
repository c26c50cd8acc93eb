// The JSON of an API key in the console: as over REST, and whether it was rotated.

import { type KeyJson, keyJson } from '../../api/keys/key-api.ts'
import type { ApiKey } from '../../keys/key.ts'

export interface ListedKeyJson extends KeyJson {
  /** It is not rotated again, and ends on purpose. */
  readonly is_rotated: boolean
}

interface ListedAt {
  readonly nowMs: number
  /** Ids of the keys that were rotated. */
  readonly rotated: ReadonlySet<string>
}

export function listedKeyJson(key: ApiKey, { nowMs, rotated }: ListedAt): ListedKeyJson {
  return { ...keyJson(key, nowMs), is_rotated: rotated.has(key.id) }
}
