// Seeds the demo's folder in a child process, so that its memory is freed afterwards.

import { fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { LoadedSettings } from '../config.ts'
import { workerFile } from '../kernel/built-files.js'
import { noDebugger } from '../kernel/no-debugger.ts'
import type { Seeded, SeedPlan } from './seed-demo.ts'
import type { SeedMessage, SeedOrder } from './seed-messages.ts'

/**
 * @throws the reason of `signal`; the error of the system or of SQLite that stopped the child process, with its `code`;
 *   Error when the child process fails otherwise, which reports why on stderr
 */
export function seedInChild(
  { config, secrets }: Pick<LoadedSettings, 'config' | 'secrets'>,
  { count, nowMs, leavesUndecided, onProgress, signal }: Omit<SeedPlan, 'log'>,
): Promise<Seeded> {
  const plan = { count, nowMs, leavesUndecided }
  const order: SeedOrder = { config, secrets, plan, compileCacheDir: getCompileCacheDir() }
  const program = fileURLToPath(workerFile('./seed-program.ts', import.meta.url))
  const child = fork(program, [], {
    execArgv: [...process.execArgv, noDebugger],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => void child.kill('SIGKILL')
  return new Promise<Seeded>((resolve, reject) => {
    signal.addEventListener('abort', stop)
    child.once('error', reject)
    child.once('exit', () => {
      reject(signal.aborted ? signal.reason : new Error('the demo could not be seeded'))
    })
    child.on('message', (message: SeedMessage) => {
      switch (message.kind) {
        case 'progress':
          return onProgress(message.done, message.total)
        case 'seeded':
          resolve(message.seeded)
          return child.disconnect()
        case 'refused': {
          const { message: text, ...where } = message.trouble
          reject(Object.assign(new Error(`${text} (the demo's data in ${config.dataDir})`), where))
          return child.disconnect()
        }
      }
    })
    child.send(order)
    if (signal.aborted) stop()
  }).finally(() => signal.removeEventListener('abort', stop))
}
