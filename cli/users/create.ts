// `svc users create`

import type { Command } from 'commander'
import { consoleUrlOf } from '../../server/settings/console-url.ts'
import { createMember } from '../../server/staff/people.ts'
import { parseStaffBody } from '../../server/staff/staff-input.ts'
import { memberJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { inOptions, namingOptions } from '../option-faults.ts'
import { examples } from '../root-command.ts'
import { readPassword } from './read-password.ts'
import { addPersonOptions, optionOfField, type PersonOptions } from './who.ts'

interface Options extends PersonOptions {
  readonly passwordFile?: string
}

export function define(command: Command, context: Context): void {
  addPersonOptions(command)
    .option('--password-file <path>', 'file whose only line is the password (typed otherwise)')
    .addHelpText(
      'before',
      examples(
        'svc users create --email awa@bank.example --name "Awa Diop" --role reviewer',
        'svc users create --email ci@bank.example --name CI --role auditor --password-file pw.txt',
      ),
    )
    .addHelpText('after', '\nTo let the person choose the password: svc users invite')
    .action((options: Options) => create(context, options))
}

async function create({ io, session, shell, interrupted }: Context, options: Options) {
  const { passwordFile, ...fields } = options
  const asked = namingOptions(optionOfField, () => parseStaffBody('newMember', fields))
  const appliance = await session.appliance()
  const password = await readPassword({ shell, session }, passwordFile, interrupted)
  const member = await createMember(appliance, session.origin, { ...asked, password }).catch(
    (error: unknown) => {
      throw inOptions(optionOfField, error)
    },
  )
  io.show(memberJson(member), () => `${member.id}\n`)
  if (io.isJson) return
  io.say(`${member.name} signs in at ${consoleUrlOf(appliance.config)}/console as ${member.email}`)
  if (appliance.config.staff.secondFactorRequired) {
    io.say('and sets up a second factor there (an authenticator app or a passkey) before all else.')
  }
  io.say(
    'You know this password, and nothing makes its owner change it: ask them to, under My account.',
  )
}
