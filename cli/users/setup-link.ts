// `svc users setup-link`: prints a link to create the first administrator.

import type { Command } from 'commander'
import { linkJson } from '../../server/users/user-json.ts'
import { issueSetupLink } from '../../server/users/user-links.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { showLink } from './show-link.ts'

export function define(command: Command, context: CommandContext): void {
  command.addHelpText('before', examples('svc users setup-link')).action(() => print(context))
}

async function print({ io, session }: CommandContext): Promise<void> {
  const appliance = await session.appliance()
  const link = await issueSetupLink(appliance, session.origin)
  showLink(io, { link: linkJson(link) }, [
    'Open it in a browser while the server runs, to create the first administrator.',
  ])
}
