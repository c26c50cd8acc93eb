// Starts the server of an installation that `svc init` created; never creates one.

import { openAppliance } from '../../server/appliance.ts'
import { hasLostEntries } from '../../server/audit/head-mark.ts'
import { type LoadedSettings, listeningAt } from '../../server/config.ts'
import { freeStartMemory } from '../../server/free-start-memory.ts'
import { examineStart } from '../../server/operations/examine-start.ts'
import { findFreePort } from '../../server/operations/find-free-port.ts'
import { localProvider } from '../../server/providers/local/local-provider.ts'
import { type RunningServer, serve } from '../../server/serve.ts'
import type { CommandContext } from '../context.ts'
import { namingDatabase, requireInstalled } from '../installed.ts'
import { type LogLines, openServerLog } from './server-log.ts'
import { refuseUnsafe, warnOfFindings } from './start-findings.ts'
import { tellSystemd } from './tell-systemd.ts'

export interface ServeInput {
  readonly loaded: LoadedSettings
  /** Takes the lines of the log. */
  readonly lines: LogLines
}

/**
 * @throws CommandError `not_initialised`, `precondition_failed`, `database_damaged`, and what opening and serving an
 * appliance throw
 */
export async function startApplianceServer(
  { io, session, shell, env }: CommandContext,
  { loaded, lines }: ServeInput,
): Promise<RunningServer> {
  await requireInstalled(loaded, session)
  const placed = await withPort(loaded)
  const { config } = placed
  const log = openServerLog(lines)
  const findings = examineStart({ config, userId: shell.userId })
  refuseUnsafe(findings)
  warnOfFindings(io, log, findings)
  const appliance = await namingDatabase(loaded, () => openAppliance(placed, { log }))
  try {
    const server = await namingDatabase(loaded, () => serve(appliance))
    freeStartMemory({ clock: shell.clock, collect: shell.collector.collectAll })
    if (loaded.config.liveProvider === localProvider) {
      io.say('Staff decide live verifications (SVC_PROVIDER is local): no picture is sent out.')
    } else if (appliance.provider === undefined) {
      const settings = appliance.providerKinds.map(({ chosenBy }) => chosenBy).join(', ')
      io.say(`No identity provider is set up (${settings}): only the sandbox is served.`)
    }
    if (await hasLostEntries(config, appliance.db.reader)) {
      const warning = io.err.style(['bold', 'red'], 'warning:')
      io.say(
        `${warning} The database lacks entries that it had: its write-ahead log was lost, or an older copy was put in its place. Images are not swept. See: svc audit verify, svc help operating`,
      )
    }
    io.say(`Serving ${server.url}. Stop with Ctrl-C.`)
    const { readiness } = server
    const supervision = await tellSystemd({ env, clock: shell.clock, log, readiness })
    const stop = async () => {
      await supervision.stopping()
      await server.stop()
    }
    return { ...server, stop }
  } catch (error) {
    await appliance.close()
    throw error
  }
}

/** Links contain the port, so a free one is chosen before the server listens. */
async function withPort(loaded: LoadedSettings): Promise<LoadedSettings> {
  const { config } = loaded
  if (config.port !== 0) return loaded
  return { ...loaded, config: listeningAt(config, await findFreePort(config.host)) }
}
