// Starts the appliance that `svc init` made; never makes one.

import { openAppliance } from '../server/appliance.ts'
import type { LoadedSettings } from '../server/config.ts'
import { openLog } from '../server/kernel/log.ts'
import { type RunningServer, serve } from '../server/serve.ts'
import type { Context } from './context.ts'
import { namingDatabase, requireInstalled } from './installed.ts'

/** @throws CommandError `not_initialised`, `precondition_failed`, `database_damaged`, and what opening and serving an appliance throw */
export async function startApplianceServer(
  { io, session }: Context,
  loaded: LoadedSettings,
): Promise<RunningServer> {
  await requireInstalled(loaded, session)
  const { config } = loaded
  const log = openLog((line) => io.out.write(line))
  const appliance = await namingDatabase(loaded, () => openAppliance(loaded, { log }))
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
