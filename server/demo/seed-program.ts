// Seeds the demo's folder in a process of its own, since the pictures and packages of a fortnight leave a
// process larger than the idle demo may be. Started by `seed-apart` and told over its channel.

import { enableCompileCache } from 'node:module'
import type { Log } from '../kernel/log.ts'
import type { SeedNews, SeedOrder } from './seed-messages.ts'

// Ctrl-C reaches the whole group of processes; the demo says when this one is to end.
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
  const log: Log = { ...silentLog, error: (...told) => errors.error(...told) }
  const onProgress = (done: number, total: number) => tell({ kind: 'progress', done, total })
  const { signal } = new AbortController()
  try {
    const seeded = await seedDemo({ config, secrets }, { ...plan, log, onProgress, signal })
    tell({ kind: 'seeded', seeded })
  } catch (error) {
    errors.error('demo_seed_failed', {}, error)
    process.exit(1)
  }
}

function tell(news: SeedNews): void {
  process.send?.(news)
}
