// The log of a server in a process of its own, which writes as many lines as the second argument says and then ends
// in the way that the first one names. Run by server-log.test.ts.

import { openIo } from '../../../cli/io.ts'
import { endOnUncaught } from '../../../cli/serve/end-on-uncaught.ts'
import { openLogLines, openServerLog } from '../../../cli/serve/server-log.ts'
import { ownShell } from '../../../cli/shell.ts'

const shell = ownShell()
const io = openIo(shell, {}, () => ({}), AbortSignal.any([]))
const lines = openLogLines({ io, shell }, { level: 'info', file: undefined })
const log = openServerLog(lines)
endOnUncaught({ io, shell }, lines)
const linesMax = Number(process.argv[3])
for (let count = 1; count <= linesMax; count += 1) log.info('request', { count })

const endings: Readonly<Record<string, () => void>> = {
  returns: () => undefined,
  exits: () => shell.endNow(130),
  crashes: () => {
    throw new RangeError('Awa Testou')
  },
  'rejects later': () => {
    setTimeout(() => void Promise.reject(new RangeError('Awa Testou')), 5)
  },
  // The error is out before the kill that follows it.
  'errs and is killed': () => {
    log.error('request_failed')
    process.kill(process.pid, 'SIGKILL')
  },
}
endings[process.argv[2] ?? '']?.()
