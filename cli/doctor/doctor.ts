// `svc doctor`: checks the machine, the process, the settings and the stored data, and says what to do. Reads only,
// unless --fix-safe is given.

import type { Command } from 'commander'
import { databaseFile } from '../../server/appliance.ts'
import { ConfigError } from '../../server/config.ts'
import { checkGroups } from '../../server/doctor/check-names.ts'
import { checkGroupsJson } from '../../server/doctor/doctor-json.ts'
import { type OpenedScene, openScene } from '../../server/doctor/open-scene.ts'
import type { DoctorResult } from '../../server/doctor/outcome.ts'
import { isFinding, worstOf } from '../../server/doctor/roll-up.ts'
import { runChecks } from '../../server/doctor/run-checks.ts'
import { type Fix, fixSafely } from '../../server/doctor/safe-fixes.ts'
import { selectChecks, unknownChecks } from '../../server/doctor/select-checks.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { productVersion } from '../../server/product-version.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { doctorText, fixLine, toldCheck } from './doctor-text.ts'
import { writeBundle } from './write-bundle.ts'

interface Options {
  readonly only?: string
  readonly skip?: string
  readonly connect?: boolean
  readonly fixSafe?: boolean
  readonly bundle?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--only <names>', 'make only these checks: names or groups, separated by commas')
    .option('--skip <names>', 'leave these checks out')
    .option('--connect', 'also look up the names of the hosts that are called')
    .option('--fix-safe', 'first repair what cannot harm: modes, folders, statistics, leftovers')
    .option('--bundle <file>', 'write the result and the settings without secrets to a file')
    .addHelpText(
      'before',
      examples(
        'svc doctor',
        'svc doctor --only disk,backup',
        'svc doctor --skip swap --json',
        'svc doctor --bundle support.json',
      ),
    )
    .addHelpText(
      'after',
      `\nGroups: ${checkGroups.slice(0, 9).join(', ')},\n${checkGroups.slice(9).join(', ')}.\nThe checks of each: svc help operating, "Doctor".\n\nWorks with the server running or not, with settings that cannot be used, without\na database and with the wrong master key; what could not be checked is named.\nExit status ${exitStatus.problemsFound}: a check failed or has a warning.\n`,
    )
    .action((options: Options) => examine(context, options))
}

async function examine(context: CommandContext, options: Options): Promise<void> {
  const { io, shell, interrupted, finish } = context
  const names = chosenChecks(options)
  const fixes = options.fixSafe ? await fix(context) : undefined
  const opened = await open(context, options)
  const progress = startProgress(io)
  let results: readonly DoctorResult[]
  try {
    results = await runChecks(opened.scene, {
      names,
      signal: interrupted,
      onCheck: (name, done, total) => progress.update(`Checking ${name} (${done + 1} of ${total})`),
    })
  } finally {
    progress.end()
    await opened.close()
  }
  const document = documentOf(results, shell.clock.now(), fixes)
  if (options.bundle !== undefined) {
    const settings = opened.scene.installation?.effective ?? []
    await writeBundle(io, options.bundle, { doctor: document, settings })
  }
  io.show(document, () => io.hint(doctorText(io.out, document.groups)))
  if (results.some(isFinding)) finish(exitStatus.problemsFound)
}

function documentOf(
  results: readonly DoctorResult[],
  nowMs: number,
  fixes: readonly Fix[] | undefined,
) {
  const groups = checkGroupsJson(results).map((group) => ({
    ...group,
    checks: group.checks.map(toldCheck),
  }))
  return {
    ok: !results.some(isFinding),
    state: worstOf(groups.map(({ state }) => state)),
    checked_at: toIso(nowMs),
    version: productVersion(),
    ...(fixes && { repaired: fixes.map(fixLine) }),
    groups,
  }
}

/** @throws CommandError `usage` for a name that is neither a check nor a group, or if nothing is left */
function chosenChecks(options: Options) {
  const only = options.only === undefined ? undefined : listIn(options.only)
  const skip = listIn(options.skip ?? '')
  const [unknown] = unknownChecks([...(only ?? []), ...skip])
  if (unknown !== undefined) {
    const message = `There is no check or group ${unknown}. The groups: ${checkGroups.join(', ')}. The checks: svc help operating.`
    throw new CommandError('usage', message)
  }
  const chosen = selectChecks({ only, skip })
  if (chosen.size > 0) return chosen
  throw new CommandError('usage', 'No check is left. Name fewer in --skip, or others in --only.')
}

function listIn(text: string): readonly string[] {
  return text.split(',').flatMap((name) => name.trim() || [])
}

async function fix(context: CommandContext): Promise<readonly Fix[]> {
  const opened = await open(context, {})
  try {
    const fixes = await fixSafely(opened.scene)
    for (const one of fixes) context.io.say(fixLine(one))
    if (fixes.length === 0) context.io.say('Nothing to repair safely.')
    return fixes
  } finally {
    await opened.close()
  }
}

async function open({ session, shell }: CommandContext, options: Options): Promise<OpenedScene> {
  const around = { clock: shell.clock, userId: shell.userId, connects: options.connect === true }
  try {
    const loaded = await session.settings()
    const file = databaseFile(loaded.config)
    return await openScene({ ...around, settings: { kind: 'loaded', loaded, databaseFile: file } })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return openScene({ ...around, settings: { kind: 'broken', problems: error.problems } })
  }
}
