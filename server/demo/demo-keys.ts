// The demo's two API keys. They stay the same between starts, so that scripts with a pasted key
// keep working.

import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import type { Environment } from '../kernel/environment.ts'
import { createKey } from '../keys/create-key.ts'
import { findApiKey } from '../keys/find-api-key.ts'
import { scopesDefault } from '../keys/key.ts'
import type { DemoNotes } from './demo-notes.ts'

export interface DemoKeys {
  readonly sandbox: string
  readonly live: string
}

/** Returns the keys in the notes where they still work, new ones otherwise. */
export async function ensureDemoKeys(appliance: Appliance, notes: DemoNotes): Promise<DemoKeys> {
  return {
    sandbox: await ensureKey(appliance, 'sandbox', notes.sandboxKey),
    live: await ensureKey(appliance, 'live', notes.liveKey),
  }
}

async function ensureKey(
  appliance: Appliance,
  environment: Environment,
  text: string | undefined,
): Promise<string> {
  const known = text === undefined ? undefined : await findApiKey(appliance, text)
  if (text !== undefined && known?.environment === environment) return text
  const created = await createKey(appliance, fromSystem, {
    name: `Demo (${environment})`,
    environment,
    scopes: scopesDefault,
    allowedCidrs: [],
    expiresAt: undefined,
  })
  return created.text
}
