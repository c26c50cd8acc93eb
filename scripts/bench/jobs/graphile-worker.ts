// graphile-worker: PostgreSQL with synced commits. Fetches and completes in batches, as its page on performance
// advises.

import { type Contestant, type ContestPlace, inBatches } from './contestant.ts'
import { importPeer } from './import-peer.ts'

interface Runner {
  stop(): Promise<void>
}

interface Exports {
  run(options: object): Promise<Runner>
  runMigrations(options: object): Promise<void>
  makeWorkerUtils(options: object): Promise<{
    addJobs(
      jobs: readonly { readonly identifier: string; readonly payload: object }[],
    ): Promise<unknown>
    release(): Promise<void>
  }>
  readonly Logger: new (factory: () => () => void) => object
}

interface Pool {
  on(event: 'error' | 'connect', listener: (given: { on: Pool['on'] }) => void): void
  end(): Promise<void>
}

interface PgExports {
  readonly default: { readonly Pool: new (options: object) => Pool }
}

const concurrentJobs = 24
const localQueue = { size: 500, refetchDelay: { durationMs: 100 } }

export async function openGraphileWorker({ postgres }: ContestPlace): Promise<Contestant> {
  const { run, runMigrations, makeWorkerUtils, Logger } =
    await importPeer<Exports>('graphile-worker')
  const { default: pg } = await importPeer<PgExports>('pg')
  const pgPool = new pg.Pool({ ...postgres, user: 'postgres', max: 20 })
  // graphile-worker asks for both listeners; an error shows as a run that never ends.
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  const logger = new Logger(() => () => {})
  await runMigrations({ pgPool, logger })
  const adding = await makeWorkerUtils({ pgPool, logger })
  let runner: Runner | undefined
  return {
    enqueue: (count) =>
      inBatches(count, (_first, size) =>
        adding.addJobs(Array.from({ length: size }, () => ({ identifier: 'bench', payload: {} }))),
      ),
    async work(onRun) {
      const worker = { concurrentJobs, localQueue, completeJobBatchDelay: 0, failJobBatchDelay: 0 }
      const taskList = { bench: () => onRun() }
      runner = await run({ pgPool, logger, taskList, noHandleSignals: true, preset: { worker } })
    },
    async close() {
      await runner?.stop()
      await adding.release()
      await pgPool.end()
    },
  }
}
