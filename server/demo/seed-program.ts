// The process that seeds the demo's folder: separate, because the images and packages of a
// fortnight need more memory than the idle demo may use. Started by `seed-in-child`, which sends the
// order over IPC.

import { enableCompileCache } from 'node:module'
import type { Log } from '../kernel/log.ts'
import type { SeedMessage, SeedOrder, SeedTrouble } from './seed-messages.ts'

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
    const trouble = troubleOf(error)
    if (trouble !== undefined) {
      send({ kind: 'refused', trouble })
      return
    }
    errors.error('demo_seed_failed', {}, error)
    process.exit(1)
  }
}

/** Returns undefined for an error that neither the system nor the database made. */
function troubleOf(error: unknown): SeedTrouble | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return
  const { message, code } = error
  const textOf = (name: 'syscall' | 'path') => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const isKnown = code.startsWith('SQLITE_') || 'syscall' in error
  return isKnown ? { message, code, ...textOf('syscall'), ...textOf('path') } : undefined
}

function send(message: SeedMessage): void {
  process.send?.(message)
}
