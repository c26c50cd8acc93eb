// Starts the appliance that `svc init` made; never makes one.

import { existsSync } from 'node:fs'
import { openAppliance } from '../server/appliance.ts'
import type { LoadedSettings } from '../server/config.ts'
import { openLog } from '../server/kernel/log.ts'
import { type RunningServer, serve } from '../server/serve.ts'
import { CommandError } from './command-error.ts'
import type { Context } from './context.ts'
import { requireInstalled } from './session.ts'

/** @throws CommandError `not_initialised`, and what opening and serving an appliance throw */
export async function startApplianceServer(
  { io }: Context,
  loaded: LoadedSettings,
): Promise<RunningServer> {
  await requireInstalled(loaded)
  const { config } = loaded
  if (!existsSync(config.masterKeyFile)) throw missingMasterKey(config.masterKeyFile)
  const log = openLog((line) => io.out.write(line))
  const appliance = await openAppliance(loaded, { log })
  try {
    const server = await serve(appliance)
    if (config.smile === undefined) {
      io.say('No account at Smile ID is set (SVC_SMILE_PARTNER_ID): only the sandbox is served.')
    }
    io.say(`Serving ${server.url}. Stop with Ctrl-C.`)
    return server
  } catch (error) {
    await appliance.close()
    throw error
  }
}

function missingMasterKey(file: string): CommandError {
  return new CommandError(
    'not_initialised',
    `The master key ${file} is missing. Bring it back from your escrow copy, or say where it is in ` +
      'SVC_MASTER_KEY_FILE. svc init makes one, but only where there is no database yet.',
  )
}
