// pg-boss: PostgreSQL with synced commits. Workers fetch 500 jobs at a time and without pause while there are more.

import { type Contestant, type ContestPlace, inBatches } from './contestant.ts'
import { importPeer } from './import-peer.ts'

interface PgBoss {
  on(event: 'error', listener: (error: Error) => void): void
  start(): Promise<unknown>
  stop(options: { readonly graceful: boolean }): Promise<void>
  createQueue(name: string): Promise<void>
  insert(name: string, jobs: readonly object[]): Promise<unknown>
  work(
    name: string,
    options: object,
    handler: (jobs: readonly unknown[]) => Promise<void>,
  ): Promise<string>
}

interface Exports {
  readonly PgBoss: new (options: object) => PgBoss
}

const queue = 'bench'
const fetching = {
  batchSize: 500,
  localConcurrency: 2,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
}

export async function openPgBoss({ postgres }: ContestPlace): Promise<Contestant> {
  const { PgBoss } = await importPeer<Exports>('pg-boss')
  const boss = new PgBoss({ ...postgres, user: 'postgres', supervise: false, schedule: false })
  boss.on('error', (error) => {
    throw error
  })
  await boss.start()
  await boss.createQueue(queue)
  return {
    enqueue: (count) =>
      inBatches(count, (_first, size) =>
        boss.insert(
          queue,
          Array.from({ length: size }, () => ({ data: {} })),
        ),
      ),
    async work(onRun) {
      await boss.work(queue, fetching, async (jobs) => {
        for (const _job of jobs) onRun()
      })
    },
    close: () => boss.stop({ graceful: false }),
  }
}
