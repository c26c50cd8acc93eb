// Finds the installation that `svc upgrade` and `svc rollback` work on, and gives them what they need of this machine.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Config } from '../../server/config.ts'
import { runTool } from '../../server/kernel/run-tool.ts'
import { tryJson } from '../../server/kernel/try-json.ts'
import { isServing } from '../../server/operations/is-serving.ts'
import type { MadeBackup } from '../../server/upgrade/backup-first.ts'
import type { ChangeNeeds } from '../../server/upgrade/change-release.ts'
import { findInstallation, type ReleaseInstallation } from '../../server/upgrade/installation.ts'
import { findServiceControl } from '../../server/upgrade/service-control.ts'
import { CommandError } from '../command-error.ts'
import { commandToCopy } from '../command-to-copy.ts'
import type { CommandContext } from '../context.ts'
import { actingAs, type HostOwner, ownerOf } from '../host-owner.ts'
import { requireSqlite } from '../with-sqlite-only.ts'

export interface InstallationOptions {
  readonly root?: string
}

export interface ChangeOptions extends InstallationOptions {
  readonly service: string
  readonly stopCommand?: string
  readonly startCommand?: string
  readonly wait: string
  readonly copyOnly?: boolean
}

export interface UpgradeScene {
  readonly installation: ReleaseInstallation
  readonly config: Config
  /** Who owns the data folder; undefined if there is none yet. */
  readonly owner: HostOwner | undefined
}

/** Shown for upgrade and rollback alike. */
const byHand =
  'Forward: back up the database, unpack the release beside this one (install.sh), run its svc migrate, then on each node in turn svc nodes drain, stop, start the new release. Back: start the release before on the same schema; after a migration that it does not know, restore the backup of the database.'

const productDir = fileURLToPath(new URL('../..', import.meta.url))

/** @throws CommandError `precondition_failed` in a checkout, which has no releases */
export async function openUpgradeScene(
  { session }: CommandContext,
  { root }: InstallationOptions,
): Promise<UpgradeScene> {
  const folder = root === undefined ? productDir : join(root, '0.0.0')
  const installation = findInstallation(folder)
  if (installation === undefined) {
    throw new CommandError(
      'precondition_failed',
      'This svc was not installed by install.sh, so it has no releases to change. See: svc help install',
    )
  }
  const { config } = await session.settings()
  requireSqlite(config, 'svc upgrade', byHand)
  const owner = existsSync(config.dataDir) ? ownerOf(config.dataDir) : undefined
  return { installation, config, owner }
}

/** @throws CommandError `usage` */
export async function openChange(
  context: CommandContext,
  { installation, config, owner }: UpgradeScene,
  options: ChangeOptions,
): Promise<ChangeNeeds> {
  const { env, shell, io, session } = context
  const service = await findServiceControl({ ...options, env })
  const isSetUp = config.backup !== undefined && config.backupRecipient !== undefined
  const hasPlace = isSetUp && options.copyOnly !== true
  return {
    root: installation.root,
    dataDir: config.dataDir,
    clock: shell.clock,
    service,
    startCommand:
      options.startCommand ??
      (service === undefined
        ? commandToCopy(session, 'svc serve')
        : `systemctl start ${options.service.replace(/\.service$/, '')}`),
    isServing: () => isServing(config.dataDir),
    asOwner: (work) => actingAs(owner, work),
    backUp: hasPlace ? () => backUp({ installation, config, owner }, env) : undefined,
    tryRelease: (version) => tryRelease({ installation, config, owner }, version, env),
    awaitReady: () => awaitReady(config, waitSecondsFrom(options.wait)),
    say: (line) => io.say(line),
    warn: (line) => io.warn(line),
  }
}

/** A backup or a migration may take long; neither is cut off half way. */
const runTimeoutMs = 24 * 60 * 60_000

/** Through `bin/svc` of the release, which becomes the user of the server and hands on a credential of systemd. */
async function tryRelease(
  scene: UpgradeScene,
  version: string,
  env: CommandContext['env'],
): Promise<string | undefined> {
  const end = await runRelease(scene, version, { env, words: ['upgrade', 'trial'] })
  return end.fault
}

/** With the release in use, which knows the schema. */
async function backUp(scene: UpgradeScene, env: CommandContext['env']): Promise<MadeBackup> {
  const words = ['backup', 'create', '--json']
  const { fault, out } = await runRelease(scene, scene.installation.current, { env, words })
  if (fault !== undefined) return { kind: 'failed', fault: faultIn(fault) }
  const { name, place } = madeShape.parse(JSON.parse(out))
  return { kind: 'made', name, place }
}

const madeShape = z.object({ name: z.string(), place: z.string() })
const errorShape = z.object({ error: z.object({ message: z.string() }) })

/** With --json a command reports its error as a document. */
function faultIn(text: string): string {
  return errorShape.safeParse(tryJson(text)).data?.error.message ?? text
}

/** Runs a command of an unpacked release on this installation. */
export async function runRelease(
  { installation, config }: UpgradeScene,
  version: string,
  { env, words }: { readonly env: CommandContext['env']; readonly words: readonly string[] },
): Promise<{ readonly out: string; readonly fault: string | undefined }> {
  const program = join(installation.root, version, 'bin/svc')
  const settings = config.configFile === undefined ? [] : ['--config', config.configFile]
  const args = [...words, ...settings, '--data-dir', config.dataDir]
  const { status, out, err } = await runTool(program, args, { env, timeoutMs: runTimeoutMs })
  if (status === 0) return { out, fault: undefined }
  const said = err.slice(Math.max(0, err.lastIndexOf('error: '))).replace(/^error: /, '')
  return { out, fault: said.trim() || `it ended with status ${status ?? 'none'}` }
}

const askEveryMs = 250

/** Asks /readyz of the monitoring listener, or the server's /healthz where that is off. */
async function awaitReady(config: Config, seconds: number): Promise<string | undefined> {
  const host = ['0.0.0.0', '::'].includes(config.ops.host) ? '127.0.0.1' : config.ops.host
  const url =
    config.ops.port === 0
      ? `http://127.0.0.1:${config.port}/healthz`
      : `http://${host.includes(':') ? `[${host}]` : host}:${config.ops.port}/readyz`
  let answer = 'no answer'
  for (let left = (seconds * 1000) / askEveryMs; left > 0; left -= 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (response?.ok) return undefined
    answer = response === undefined ? 'no answer' : (await response.text()).trim()
    await sleep(askEveryMs)
  }
  return `it was not ready after ${seconds} s (${url}: ${answer}).`
}

function waitSecondsFrom(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds > 0) return seconds
  throw new CommandError('usage', '--wait is a whole number of seconds.')
}
