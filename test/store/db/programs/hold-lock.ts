// A server that holds its lock: hold-lock.ts <lock file>. Says `held` or `refused`; one that holds stays.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { holdServerLock, ServerLockedError } from '../../../../server/db/server-lock.ts'

try {
  // Nobody keeps what is returned, and the collector is let loose: the lock must hold all the same.
  holdServerLock(process.argv[2] ?? '')
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  console.log('held')
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof ServerLockedError)) throw error
  console.log('refused')
}
