// A server that holds its lock: hold-lock.ts <lock file> [<milliseconds>]. Says `held` or `refused`; one that holds
// stays, or releases the lock after this time.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { holdServerLock, ServerLockedError } from '../../../../server/db/server-lock.ts'

try {
  // Nobody keeps what is returned, and the collector is let loose: the lock must hold all the same.
  const [file = '', releasesAfterMs] = process.argv.slice(2)
  holdServerLock(file)
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  console.log('held')
  if (releasesAfterMs === undefined) setInterval(() => {}, 60_000)
  else setTimeout(() => process.exit(), Number(releasesAfterMs))
} catch (error) {
  if (!(error instanceof ServerLockedError)) throw error
  console.log('refused')
}
