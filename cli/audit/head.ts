// `svc audit head`: prints the checkpoint: number and hash of the newest entry, to be kept elsewhere.

import type { Command } from 'commander'
import { printHead } from '../../server/audit/audit.ts'
import { findHead } from '../../server/audit/audit-head-view.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc audit head > /mnt/elsewhere/audit-head'))
    .action(() => head(context))
}

async function head({ io, session }: CommandContext): Promise<void> {
  const { db } = await session.appliance()
  const newest = await findHead(db.reader)
  io.show({ ...newest, head: printHead(newest) }, () => `${printHead(newest)}\n`)
}
