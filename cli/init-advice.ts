// What `svc init` says is to be done next: keep the master key, start the server, let the first
// administrator in, make a key. Fits 80 columns, save for paths and links.

import type { Config } from '../server/config.ts'
import { toIso } from '../server/kernel/clock.ts'
import { consoleUrlOf } from '../server/settings/console-url.ts'
import type { IssuedLink } from '../server/staff/links.ts'
import { linkLifeMs } from '../server/staff/staff.ts'
import type { Installed } from './install.ts'
import type { Io } from './io.ts'
import { samePlace } from './same-place.ts'
import type { Place } from './session.ts'

export interface Advised {
  readonly created: readonly (Installed['created'][number] | 'config_file')[]
  readonly config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'consoleHost'>
  /** undefined where there was a database already. */
  readonly setupLink: IssuedLink | undefined
  /** For the commands to copy. */
  readonly place: Place
}

export function advise(io: Io, { created, config, setupLink, place }: Advised): void {
  const command = (text: string) => samePlace({ place }, text)
  if (created.length === 0) {
    io.say('Everything was there already; nothing was changed.')
    io.say('Nobody can sign in to the console yet? A link for the first administrator:')
    io.say(`  ${command('svc users setup-link')}`)
    return
  }
  if (created.includes('master_key')) {
    io.say('')
    io.say(io.err.style('bold', 'Copy the master key to a safe place now (a vault, two of them).'))
    io.say('It is in no backup. Without it nothing in the data folder can be read by anyone.')
  }
  io.say('')
  io.say('Next:')
  io.say(
    `1. Start the server. It listens on ${config.host}, port ${config.port}; the console will be`,
  )
  io.say(`   at ${consoleUrlOf(config)}/console`)
  io.say(`     ${command('svc serve')}`)
  io.say('2. Make the first administrator.')
  for (const line of linkLines(setupLink, command)) io.say(`   ${line}`)
  io.say('3. Make a key for a client.')
  io.say(`     ${command('svc keys create --name "First client" --env sandbox')}`)
}

/** On the terminal and nowhere else: whoever opens it first becomes the administrator. */
function linkLines(
  link: IssuedLink | undefined,
  command: (text: string) => string,
): readonly string[] {
  const another = command('svc users setup-link')
  if (link === undefined) return ['This prints the link to do so:', `  ${another}`]
  const until = toIso(link.expiresAt).slice(11, 16)
  return [
    `This link works once, for whoever opens it first, within ${linkLifeMs.setup / 60_000} minutes`,
    `(until ${until} UTC):`,
    `  ${link.url}`,
    'Another one, should it be too late:',
    `  ${another}`,
  ]
}
