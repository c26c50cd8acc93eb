// Stops and starts the server during an upgrade: through systemd, or by the commands that the operator names.

import { existsSync } from 'node:fs'
import { runTool } from '../kernel/run-tool.ts'
import { UpgradeError } from './upgrade-error.ts'

export interface ServiceControl {
  /** @throws UpgradeError if the command fails */
  stop(): Promise<void>
  /** @throws UpgradeError if the command fails */
  start(): Promise<void>
}

interface ControlOptions {
  /** A unit of systemd. */
  readonly service: string
  /** Program and arguments, separated by spaces; they replace systemd. */
  readonly stopCommand?: string | undefined
  readonly startCommand?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

const stopTimeoutMs = 15 * 60_000
const startTimeoutMs = 60 * 60_000

/** Undefined if neither is there: then only a server that does not run can be upgraded. */
export async function findServiceControl(
  options: ControlOptions,
): Promise<ServiceControl | undefined> {
  const { service, stopCommand, startCommand, env } = options
  if (stopCommand !== undefined && startCommand !== undefined) {
    return {
      stop: () => runOrFail(stopCommand.trim().split(/\s+/), { env, timeoutMs: stopTimeoutMs }),
      start: () => runOrFail(startCommand.trim().split(/\s+/), { env, timeoutMs: startTimeoutMs }),
    }
  }
  if (!existsSync('/run/systemd/system')) return undefined
  const known = await runTool('systemctl', ['cat', service], { env, timeoutMs: stopTimeoutMs })
  if (known.status !== 0) return undefined
  return {
    stop: () => runOrFail(['systemctl', 'stop', service], { env, timeoutMs: stopTimeoutMs }),
    // With Type=notify it returns once the server is ready or has failed.
    start: () => runOrFail(['systemctl', 'start', service], { env, timeoutMs: startTimeoutMs }),
  }
}

async function runOrFail(
  [program = '', ...args]: readonly string[],
  options: Parameters<typeof runTool>[2],
): Promise<void> {
  const { status, err } = await runTool(program, args, options)
  if (status === 0) return
  throw new UpgradeError(
    `${[program, ...args].join(' ')} failed (status ${status ?? 'none'}): ${err.trim()}`,
  )
}
