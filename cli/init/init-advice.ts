// The next steps that `svc init` prints: keep the master key, start the server, create the first
// administrator and an API key. Fits 80 columns, apart from paths and links.

import type { Config } from '../../server/config.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { consoleUrlOf } from '../../server/settings/console-url.ts'
import { type IssuedLink, linkLifeMs } from '../../server/users/user.ts'
import { commandToCopy } from '../command-to-copy.ts'
import { isRelease } from '../demo-command.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import type { Installed } from './install.ts'

interface Advised {
  readonly created: readonly (Installed['created'][number] | 'config_file')[]
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'consoleHost'>
  /** Undefined if there was a database already. */
  readonly setupLink: IssuedLink | undefined
  /** Installation that the printed commands are for. */
  readonly place: Place
  /** What starts the server where that is not `svc serve`, such as a unit of systemd. */
  readonly startCommand: string | undefined
}

export function advise(io: Io, { created, config, setupLink, place, startCommand }: Advised): void {
  const command = (text: string) => commandToCopy({ place }, text)
  if (created.length === 0) {
    io.say('Everything exists already; nothing was changed.')
    io.say('To create the first administrator, if there is none yet:')
    io.say(`  ${command('svc users setup-link')}`)
    return
  }
  if (created.includes('master_key')) {
    io.say('')
    io.say(io.err.style('bold', 'Copy the master key to a safe place now (a vault, two of them).'))
    io.say('It is in no backup. Without it nobody can read the data folder.')
  }
  io.say('')
  if (!isRelease()) io.say('In a checkout, svc stands for ./cli/svc.js.')
  io.say('Next:')
  io.say(
    `1. Start the server. It listens on ${config.host}, port ${config.port}; the console will be`,
  )
  io.say(`   at ${consoleUrlOf(config)}/console`)
  io.say(`     ${startCommand ?? command('svc serve')}`)
  io.say('2. Create the first administrator.')
  for (const line of linkLines(setupLink, command)) io.say(`   ${line}`)
  io.say('3. Create an API key for a client.')
  io.say(`     ${command('svc keys create --name "First client" --env sandbox')}`)
}

/** The link goes to the terminal only: whoever opens it first becomes the administrator. */
function linkLines(
  link: IssuedLink | undefined,
  command: (text: string) => string,
): readonly string[] {
  const another = command('svc users setup-link')
  if (link === undefined) return ['This prints a link for that:', `  ${another}`]
  const until = toIso(link.expiresAt).slice(11, 16)
  return [
    `This link works once, for whoever opens it first, for ${linkLifeMs.setup / 60_000} minutes`,
    `(until ${until} UTC):`,
    `  ${link.url}`,
    'To get another link later, or after you changed the address:',
    `  ${another}`,
  ]
}
