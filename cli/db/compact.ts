// `svc db compact`: writes the SQLite database anew, without older copies of rows that were erased since.

import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { databaseFile } from '../../server/appliance.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { type CompactedDatabase, compactDatabase } from '../../server/db/sqlite/compact-database.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { sizeText } from '../size-text.ts'
import { requireSqlite } from '../with-sqlite-only.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc db compact'))
    .addHelpText(
      'after',
      '\nStop the server first. Needs the size of the database once more on its disk, and in\nTMPDIR (else /var/tmp), meanwhile. Killed, it leaves the database as it was.\nMore: svc help retention\n',
    )
    .action(() => compact(context))
}

async function compact({ io, session }: CommandContext): Promise<void> {
  const { config } = await session.settings()
  requireSqlite(config, 'svc db compact', 'Run VACUUM there as the owner of the tables.')
  const { dataDir } = config
  const file = databaseFile(config)
  if (!existsSync(file)) {
    throw new CommandError('not_initialised', `There is no database in ${dataDir}.`)
  }
  const lock = holdServerLock(serverLockFile(dataDir))
  try {
    const { bytesBefore, bytesAfter } = compactDatabase(file)
    io.show({ file, bytes_before: bytesBefore, bytes_after: bytesAfter }, () =>
      toText(file, { bytesBefore, bytesAfter }),
    )
  } finally {
    lock.release()
  }
}

function toText(file: string, { bytesBefore, bytesAfter }: CompactedDatabase): string {
  return `wrote ${file} anew: ${sizeText(bytesAfter)}, before ${sizeText(bytesBefore)}\n`
}
