// A server that holds its lock: hold-lock.ts <lock file>. Says `held` or `refused`; one that holds stays.

import { holdServerLock, ServerLockedError } from '../../../../server/db/server-lock.ts'

try {
  holdServerLock(process.argv[2] ?? '')
  console.log('held')
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof ServerLockedError)) throw error
  console.log('refused')
}
