// `svc jobs stats`: counts jobs that run, wait and are due.

import type { Command } from 'commander'
import { type JobStats, readJobStats } from '../../server/jobs/job-stats-view.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { examples } from '../root-command.ts'
import { renderFacts } from '../text/table.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc jobs stats', 'svc jobs stats --json'))
    .action(() => show(context))
}

async function show({ io, session }: CommandContext): Promise<void> {
  const { db, clock } = await session.appliance()
  const stats = await readJobStats(db.reader, clock.now())
  const { waiting, running, due, oldestDueAgeMs } = stats
  io.show({ waiting, running, due, oldest_due_age_ms: oldestDueAgeMs }, () => toText(io, stats))
}

function toText(io: Io, { waiting, running, due, oldestDueAgeMs }: JobStats): string {
  const age = due > 0 ? ` (the oldest for ${Math.round(oldestDueAgeMs / 1000)} s)` : ''
  return renderFacts(io.out, [
    ['Running', String(running)],
    ['Waiting', String(waiting)],
    ['Due', `${due}${age}`],
  ])
}
