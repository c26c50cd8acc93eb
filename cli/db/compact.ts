// `svc db compact`: writes the SQLite database anew, without older copies of rows that were erased since.

import type { Command } from 'commander'
import { databaseFile } from '../../server/appliance.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import {
  type CompactedDatabase,
  compactDatabase,
  keepTemporaryFilesIn,
} from '../../server/db/sqlite/compact-database.ts'
import { noteCompaction } from '../../server/operations/record-compactions.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { namingDatabase, requireDatabaseFile } from '../installed.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { sizeText } from '../text/size-text.ts'
import { requireSqlite } from '../with-sqlite-only.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc db compact'))
    .addHelpText(
      'after',
      '\nStop the server first. Needs room for twice the database in the data folder.\nNothing ends it but kill -9, which leaves the database as it was or as it\nbecomes: run it again. A damaged database is refused. The next start of the\nserver records the run in the audit log. More: svc help retention\n',
    )
    .action(() => compact(context))
}

async function compact({ io, session, shell }: CommandContext): Promise<void> {
  const loaded = await session.settings()
  const { config } = loaded
  requireSqlite(config, 'svc db compact', 'Run VACUUM there as the owner of the tables.')
  await requireDatabaseFile(config, session)
  const { dataDir } = config
  const file = databaseFile(config)
  keepTemporaryFilesIn(dataDir)
  const lock = holdServerLock(serverLockFile(dataDir))
  const progress = startProgress(io)
  try {
    progress.update('Checking the database and writing it anew. Ctrl+C does not end this.')
    const compacted = await namingDatabase(loaded, async () => {
      const takeBack = await noteCompaction(file, { by: session.origin, atMs: shell.clock.now() })
      let isRewritten = false
      try {
        return compactDatabase(file, () => {
          isRewritten = true
        })
      } catch (error) {
        if (!isRewritten) await takeBack()
        throw error
      }
    })
    progress.end()
    refuseReader(compacted)
    const { bytesBefore, bytesAfter } = compacted
    io.show({ file, bytes_before: bytesBefore, bytes_after: bytesAfter }, () =>
      toText(file, compacted),
    )
  } finally {
    progress.end()
    lock.release()
  }
}

/** @throws CommandError `database_busy` */
function refuseReader({ isReadByAnother }: CompactedDatabase): void {
  if (!isReadByAnother) return
  const message =
    'Another process reads the database, so older copies of rows are still in its file. The rewrite is kept. End that process and run the command again.'
  throw new CommandError('database_busy', message)
}

function toText(file: string, { bytesBefore, bytesAfter }: CompactedDatabase): string {
  return `wrote ${file} anew: ${sizeText(bytesAfter)}, before ${sizeText(bytesBefore)}\n`
}
