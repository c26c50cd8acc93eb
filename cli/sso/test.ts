// `svc sso test`: tries the bank's directory step by step, without a user: configuration, keys, clock, client, redirect
// URI.

import type { Command } from 'commander'
import { DirectoryError } from '../../server/directory/directory.ts'
import { redirectUriOf } from '../../server/users/directory/directory-visits.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'
import { directorySteps, type Step, troubleStep } from './test-steps.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc sso test', 'svc sso test --json'))
    .addHelpText(
      'after',
      `\nSends no password and signs nobody in. Exit status ${exitStatus.problemsFound}: a step failed.\n`,
    )
    .action(() => tryDirectory(context))
}

async function tryDirectory({ io, session, finish }: CommandContext): Promise<void> {
  const appliance = await session.appliance()
  const { directory, config } = appliance
  if (directory === undefined || config.oidc === undefined) {
    throw new CommandError('precondition_failed', 'No directory is set. See svc help directory.')
  }
  const redirectUri = redirectUriOf(config)
  const steps = await directory.examine(redirectUri).then(
    (findings) => directorySteps(findings, config.oidc, redirectUri),
    (error: unknown) => {
      if (error instanceof DirectoryError) return [troubleStep(error.reason)]
      throw error
    },
  )
  io.show({ well: steps.every(isGood), redirect_uri: redirectUri, steps }, () => toText(steps))
  if (!steps.every(isGood)) finish(exitStatus.problemsFound)
  else io.say(`Register this redirect URI at the directory: ${redirectUri}`)
}

function isGood({ verdict }: Step): boolean {
  return verdict !== 'failed'
}

const marks = { good: 'ok  ', failed: 'FAIL', unknown: '?   ' } as const

function toText(steps: readonly Step[]): string {
  return steps
    .map(({ step, verdict, text, advice }) => {
      const first = `${marks[verdict]} ${step}: ${text}\n`
      return advice === undefined ? first : `${first}       ${advice}\n`
    })
    .join('')
}
