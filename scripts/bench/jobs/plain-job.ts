// plainjob: SQLite, one job after another. It sets synchronous=NORMAL, with which a power cut may lose the latest jobs;
// FULL is set over it for the comparison of equals.

import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Contestant, type ContestPlace, inBatches } from './contestant.ts'
import { importPeer } from './import-peer.ts'

interface Queue {
  addMany(type: string, jobs: readonly unknown[]): unknown
  close(): void
}

interface Exports {
  better(database: Sqlite.Database): object
  defineQueue(options: object): Queue
  defineWorker(
    type: string,
    handler: () => Promise<void>,
    options: object,
  ): { start(): Promise<void>; stop(): Promise<void> }
}

const silent = { error: console.error, warn: console.error, info: () => {}, debug: () => {} }

export function openPlainJob(synchronous: 'FULL' | 'NORMAL') {
  return async ({ folder }: ContestPlace): Promise<Contestant> => {
    const { better, defineQueue, defineWorker } = await importPeer<Exports>('plainjob')
    const database = new Sqlite(join(folder, 'plainjob.db'))
    const queue = defineQueue({ connection: better(database), logger: silent })
    database.pragma(`synchronous = ${synchronous}`)
    let worker: ReturnType<Exports['defineWorker']> | undefined
    return {
      enqueue: (count) =>
        inBatches(count, async (_first, size) =>
          queue.addMany(
            'bench',
            Array.from({ length: size }, () => ({})),
          ),
        ),
      async work(onRun) {
        const options = { queue, logger: silent, pollIntervall: 10 }
        worker = defineWorker('bench', async () => onRun(), options)
        void worker.start()
      },
      async close() {
        await worker?.stop()
        queue.close()
      },
    }
  }
}
