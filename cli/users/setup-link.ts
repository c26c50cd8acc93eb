// `svc users setup-link`

import type { Command } from 'commander'
import { issueSetupLink } from '../../server/staff/links.ts'
import { linkJson } from '../../server/staff/staff-json.ts'
import type { Context } from '../context.ts'
import { examples } from '../root-command.ts'
import { showLink } from './who.ts'

export function define(command: Command, context: Context): void {
  command.addHelpText('before', examples('svc users setup-link')).action(() => print(context))
}

async function print({ io, session }: Context): Promise<void> {
  const appliance = await session.appliance()
  const link = await issueSetupLink(appliance, session.origin)
  showLink(io, { link: linkJson(link) }, [
    'Open it in a browser while the server runs. It makes the first administrator, and then is gone.',
  ])
}
