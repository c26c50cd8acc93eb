// Shows a new API key, which cannot be shown again.

import { createdKeyJson } from '../../server/api/keys/key-api.ts'
import type { Appliance } from '../../server/appliance.ts'
import type { CreatedKey } from '../../server/keys/key.ts'
import type { Io } from '../io.ts'

/** Only the key goes to stdout, for scripts; the rest are messages. */
export function showCreatedKey(
  io: Io,
  { clock, config }: Pick<Appliance, 'clock' | 'config'>,
  created: CreatedKey,
): void {
  const { id, environment, scopes } = created.key
  if (!io.isJson) io.say(`${id}, ${environment}: ${scopes.join(', ')}`)
  io.show(createdKeyJson(created, clock.now()), () => `${created.text}\n`)
  if (io.isJson) return
  io.say('Store it now: it will not be shown again. Try it, with the key in the variable KEY:')
  io.say(`  curl ${config.serverUrl}/v1/kyc/verifications -H "Authorization: Bearer $KEY"`)
}
