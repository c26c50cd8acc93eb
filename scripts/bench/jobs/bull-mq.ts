// BullMQ: Redis with an append-only file, which is synced at every write or every second.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Contestant, type ContestPlace, inBatches } from './contestant.ts'
import { importPeer } from './import-peer.ts'

interface Exports {
  readonly Queue: new (
    name: string,
    options: object,
  ) => {
    addBulk(jobs: readonly { readonly name: string; readonly data: object }[]): Promise<unknown>
    close(): Promise<void>
  }
  readonly Worker: new (
    name: string,
    handler: () => Promise<void>,
    options: object,
  ) => { close(force: boolean): Promise<void> }
}

interface RedisExports {
  readonly Redis: new (options: object) => object
}

const concurrency = 100
const startsWithinMs = 5_000

export function openBullMq(appendfsync: 'always' | 'everysec') {
  return async ({ folder }: ContestPlace): Promise<Contestant> => {
    const { Queue, Worker } = await importPeer<Exports>('bullmq')
    const { Redis } = await importPeer<RedisExports>('ioredis')
    const path = join(folder, 'redis.sock')
    await startRedis(folder, path, appendfsync)
    const connection = new Redis({ path, maxRetriesPerRequest: null })
    const queue = new Queue('bench', { connection })
    let worker: InstanceType<Exports['Worker']> | undefined
    return {
      enqueue: (count) =>
        inBatches(count, (_first, size) =>
          queue.addBulk(Array.from({ length: size }, () => ({ name: 'bench', data: {} }))),
        ),
      async work(onRun) {
        const options = { connection, concurrency, removeOnComplete: { count: 0 } }
        worker = new Worker('bench', async () => onRun(), options)
      },
      async close() {
        await worker?.close(true)
        await queue.close()
        // Redis ends with this process: the worker's own connection would throw if it ended before.
      },
    }
  }
}

async function startRedis(folder: string, socket: string, appendfsync: string): Promise<void> {
  const settings = ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', '']
  const appending = ['--appendonly', 'yes', '--appendfsync', appendfsync]
  const server = spawn('redis-server', [...settings, ...appending], { stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  const until = performance.now() + startsWithinMs
  while (!existsSync(socket)) {
    if (performance.now() > until) throw new Error('redis-server did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
