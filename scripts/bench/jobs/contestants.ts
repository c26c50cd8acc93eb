// The contestants of the row `jobs` by name, and how durable each keeps a job that it has accepted or finished.

import { openBullMq } from './bull-mq.ts'
import type { Contestant, ContestPlace } from './contestant.ts'
import { openGraphileWorker } from './graphile-worker.ts'
import { openOurJobs } from './our-jobs.ts'
import { openPgBoss } from './pg-boss.ts'
import { openPlainJob } from './plain-job.ts'

interface Entrant {
  readonly name: string
  readonly durability: string
  /** Whether a job is on disk before its enqueuing or its end is confirmed, as with us. */
  readonly isSynced: boolean
  open(place: ContestPlace): Promise<Contestant>
}

export const ours: Entrant = {
  name: 'svc',
  durability: 'SQLite, WAL, synchronous=FULL',
  isSynced: true,
  open: openOurJobs,
}

export const peers: readonly Entrant[] = [
  {
    name: 'pg-boss',
    durability: 'PostgreSQL, synchronous_commit=on',
    isSynced: true,
    open: openPgBoss,
  },
  {
    name: 'graphile-worker',
    durability: 'PostgreSQL, synchronous_commit=on',
    isSynced: true,
    open: openGraphileWorker,
  },
  {
    name: 'bullmq-always',
    durability: 'Redis, appendfsync=always',
    isSynced: true,
    open: openBullMq('always'),
  },
  {
    name: 'plainjob-full',
    durability: 'SQLite, WAL, synchronous=FULL',
    isSynced: true,
    open: openPlainJob('FULL'),
  },
  {
    name: 'bullmq-everysec',
    durability: 'Redis, appendfsync=everysec: a crash of the machine loses up to a second',
    isSynced: false,
    open: openBullMq('everysec'),
  },
  {
    name: 'plainjob-normal',
    durability: 'SQLite, WAL, synchronous=NORMAL: a crash of the machine loses the latest jobs',
    isSynced: false,
    open: openPlainJob('NORMAL'),
  },
]
