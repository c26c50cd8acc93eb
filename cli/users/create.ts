// `svc users create`: creates a user with a password that the operator chooses.

import type { Command } from 'commander'
import { consoleUrlOf } from '../../server/settings/console-url.ts'
import { createUser } from '../../server/users/manage-users.ts'
import { parseConsoleBody } from '../../server/users/user-input.ts'
import { userJson } from '../../server/users/user-json.ts'
import type { CommandContext } from '../context.ts'
import { inOptions, namingOptions } from '../options/option-faults.ts'
import { examples } from '../root-command.ts'
import { readPassword } from './read-password.ts'
import { addUserOptions, type UserOptions, userOptionOfField } from './user-options.ts'

interface Options extends UserOptions {
  readonly passwordFile?: string
}

export function define(command: Command, context: CommandContext): void {
  addUserOptions(command)
    .option('--password-file <path>', 'file whose only line is the password (typed otherwise)')
    .addHelpText(
      'before',
      examples(
        'svc users create --email awa@bank.example --name "Awa Diop" --role reviewer',
        'svc users create --email ci@bank.example --name CI --role auditor --password-file pw.txt',
      ),
    )
    .addHelpText('after', '\nTo let the user choose the password: svc users invite')
    .action((options: Options) => create(context, options))
}

async function create({ io, session, shell, interrupted }: CommandContext, options: Options) {
  const { passwordFile, ...fields } = options
  const asked = namingOptions(userOptionOfField, () => parseConsoleBody('newUser', fields))
  const appliance = await session.appliance()
  const password = await readPassword({ shell, session }, passwordFile, interrupted)
  const user = await createUser(appliance, session.origin, { ...asked, password }).catch(
    (error: unknown) => {
      throw inOptions(userOptionOfField, error)
    },
  )
  io.show(userJson(user), () => `${user.id}\n`)
  if (io.isJson) return
  io.say(`${user.name} signs in at ${consoleUrlOf(appliance.config)}/console as ${user.email}`)
  if (appliance.config.users.secondFactorRequired) {
    io.say('and has to set up a second factor there first (an authenticator app or a passkey).')
  }
  io.say('You know this password. Ask the user to change it under My account.')
}
