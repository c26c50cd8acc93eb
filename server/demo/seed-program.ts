// The process that seeds the demo's folder: separate, because the images and packages of a
// fortnight need more memory than the idle demo may use. Started by `seed-in-child`, which sends the
// order over IPC.

import { enableCompileCache } from 'node:module'
import type { Log } from '../kernel/log.ts'
import type { SeedMessage, SeedOrder } from './seed-messages.ts'

// Ctrl-C reaches the whole process group; the demo ends this process itself.
process.on('SIGINT', () => {})
process.once('disconnect', () => process.exit())

process.once('message', (order: SeedOrder) => {
  if (order.compileCacheDir !== undefined) enableCompileCache(order.compileCacheDir)
  void work(order)
})

async function work({ config, secrets, plan }: SeedOrder): Promise<void> {
  const { openLog, silentLog } = await import('../kernel/log.ts')
  const { seedDemo } = await import('./seed-demo.ts')
  const errors = openLog((line) => process.stderr.write(line))
  const log: Log = { ...silentLog, error: (...args) => errors.error(...args) }
  const onProgress = (done: number, total: number) => send({ kind: 'progress', done, total })
  const { signal } = new AbortController()
  try {
    const seeded = await seedDemo({ config, secrets }, { ...plan, log, onProgress, signal })
    send({ kind: 'seeded', seeded })
  } catch (error) {
    errors.error('demo_seed_failed', {}, error)
    process.exit(1)
  }
}

function send(message: SeedMessage): void {
  process.send?.(message)
}
