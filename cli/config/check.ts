// `svc config check`: reports every problem that would keep the server from starting, without starting it.
// Only --connect calls other machines.

import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, ConfigError } from '../../server/config.ts'
import { openEgress } from '../../server/egress/guard-service.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { examineStart, type StartFinding } from '../../server/operations/examine-start.ts'
import { findRefusedSystems } from '../../server/operations/second-systems/second-systems.ts'
import { type ServiceTrial, tryServices } from '../../server/operations/status/try-services.ts'
import { settings } from '../../server/settings/setting-rows.ts'
import type { SettingProblem } from '../../server/settings/setting-sources.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { confFileFor } from '../init/conf-template.ts'
import type { Io } from '../io.ts'
import { examples, type GlobalOptions } from '../root-command.ts'
import { type StepResult, stepsOf } from './connection-text.ts'
import { type ExaminedFiles, examineFiles } from './examine-files.ts'
import { machineNotes } from './machine-notes.ts'
import { refusedSystemNote } from './second-system-notes.ts'
import { notesOf } from './setting-notes.ts'

interface Findings {
  readonly problems: readonly SettingProblem[]
  /** Valid settings that may not be meant. */
  readonly notes: readonly string[]
  /** Result of calling the configured services; undefined without --connect. */
  readonly trials: readonly ServiceTrial[] | undefined
}

interface Options {
  readonly connect?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('[file]', 'file to check (the one that svc serve would read)')
    .option(
      '--connect',
      'also call PostgreSQL, the identity provider, the scoring engine, the virus scanner, the stores of images and backups and the collectors of logs and traces',
    )
    .addHelpText(
      'before',
      examples(
        'svc config check',
        'svc config check /etc/svc/svc.conf',
        'svc config check --connect',
      ),
    )
    .addHelpText(
      'after',
      `\n--connect asks the provider about a job that does not exist: signed, free and\nabout nobody. It connects to the engine as far as TLS, since the engine can only\nbe asked for a score. Exit status ${exitStatus.problemsFound}: the settings cannot be used, or a service\ncannot be reached or refuses us.\n`,
    )
    .action((file: string | undefined, options: Options, called: Command) =>
      check(context, file ?? called.optsWithGlobals<GlobalOptions>().config, options),
    )
}

async function check(
  context: CommandContext,
  named: string | undefined,
  options: Options,
): Promise<void> {
  const { io, finish } = context
  const file = fileOf(context, named)
  const findings = await examine(context, named, options)
  const { problems, notes, trials } = findings
  const ok = problems.length === 0 && (trials ?? []).flatMap(stepsOf).every((step) => step.ok)
  const connections = trials && { connections: trials.map(trialJson) }
  io.show({ ok, file: file ?? null, problems, notes, ...connections }, () =>
    toText(io, file, findings),
  )
  if (!ok) finish(exitStatus.problemsFound)
}

async function examine(
  { session, shell, interrupted }: CommandContext,
  named: string | undefined,
  { connect }: Options,
): Promise<Findings> {
  try {
    const loaded = await session.settings({ configFile: named })
    const files = await examineFiles(loaded.config)
    const egress = openEgress(systemClock, new Set())
    const refused = await findRefusedSystems(loaded.config, egress)
    const isTried = connect === true && files.problems.length === 0
    const choice = { ...loaded, ...(shell.providerKinds && { providerKinds: shell.providerKinds }) }
    const trials = isTried
      ? await tryServices({ ...choice, clock: systemClock, egress }, interrupted)
      : undefined
    const started = findingsOfStart(loaded.config, shell.userId)
    return {
      problems: [...files.problems, ...started.problems],
      notes: [
        ...files.notes,
        ...started.notes,
        ...notesOf(choice),
        ...(await machineNotes(loaded.config)),
        ...refused.map(refusedSystemNote),
      ],
      trials,
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const more = await problemsOfFiles(error)
    return { problems: [...error.problems, ...more], notes: [], trials: undefined }
  }
}

/**
 * Returns the problems of the keys and certificates beside faults of settings, so that all are corrected at once. A
 * setting with a fault names no file, and a data folder with a fault says nothing of the master key.
 */
async function problemsOfFiles({
  problems,
  usable,
}: ConfigError): Promise<readonly SettingProblem[]> {
  if (usable === undefined) return []
  const faulty = new Set(problems.map(({ name }) => name))
  const isFolderFaulty = faulty.has(settings.dataDir.name)
  const { problems: found } = await examineFiles(usable)
  return found.filter(
    ({ name }) => !faulty.has(name) && !(isFolderFaulty && name.startsWith('SVC_MASTER_KEY')),
  )
}

/**
 * Returns what `svc serve` would refuse or warn about on this machine. Only an appliance refuses: a demo holds no real
 * data.
 */
function findingsOfStart(config: Config, userId: number | undefined): ExaminedFiles {
  const findings = examineStart({ config, userId })
  const refuses = ({ severity }: StartFinding) =>
    severity === 'unsafe' && config.profile === 'appliance'
  return {
    problems: findings.filter(refuses).map(({ path, message }) => ({
      name: path ?? settings.allowRoot.name,
      message: `svc serve refuses: ${message}`,
    })),
    notes: findings.filter((finding) => !refuses(finding)).map(({ message }) => message),
  }
}

function trialJson(trial: ServiceTrial) {
  return { service: trial.service, host: trial.host, steps: stepsOf(trial) }
}

/** Returns the file that is read, usable or not; undefined if the server would read none. */
function fileOf({ session, env }: CommandContext, named: string | undefined): string | undefined {
  const file = confFileFor(named, env)
  const isNamed = Boolean(named || env.SVC_CONFIG)
  return isNamed || (!session.isDemo && existsSync(file)) ? file : undefined
}

function toText(io: Io, file: string | undefined, { problems, notes, trials }: Findings): string {
  const place = file ?? 'Flags and environment (there is no svc.conf)'
  const verdict = problems.length === 0 ? 'the settings are in order.' : 'cannot be used:'
  const lines = [
    `${place}: ${verdict}`,
    ...problems.map(({ name, message }) => `  ${io.out.style('bold', name)} ${message}`),
    ...notes.map((note) => `${io.out.style('dim', 'note:')} ${note}`),
    ...(trials?.length === 0 ? ['The settings name no service to call.'] : []),
    ...(trials ?? []).flatMap((trial) => trialLines(io, trial)),
  ]
  return `${lines.join('\n')}\n`
}

function trialLines(io: Io, trial: ServiceTrial): readonly string[] {
  const title = `${serviceNames[trial.service]} ${trial.host}`
  return [io.out.style('bold', title), ...stepsOf(trial).map((step) => `  ${stepLine(io, step)}`)]
}

function stepLine(io: Io, { step, ok, duration_ms, told }: StepResult): string {
  const result = ok ? io.out.style('green', 'ok    ') : io.out.style('red', 'failed')
  const time = duration_ms === null ? '' : ` (${duration_ms} ms)`
  return `${result}  ${stepNames[step].padEnd(stepWidth)}  ${told}${time}`
}

const serviceNames = {
  identity_provider: 'Identity provider',
  scoring_engine: 'Scoring engine',
  virus_scanner: 'Virus scanner',
  image_store: 'Store of the images',
  backup_store: 'Store of the backups',
  log_syslog: 'Log, to syslog',
  log_webhook: 'Log, to a webhook',
  audit_syslog: 'Audit log, to syslog',
  audit_webhook: 'Audit log, to a webhook',
  trace_collector: 'Trace collector',
  database: 'Database',
  database_owner: 'Database as its owner',
}
const stepNames = {
  name: 'name',
  connection: 'connection',
  tls: 'TLS',
  answer: 'answer',
  scan: 'scan',
}
const stepWidth = 'connection'.length
