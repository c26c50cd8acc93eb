// A simulator in a process of its own, for tests that kill it: `node simulator-child.ts <ledger file>`.
// Prints its address, then serves until it is killed.

import { startSmileIdSimulator } from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { credentials } from './integrator.ts'

const ledgerFile = process.argv[2]
if (ledgerFile === undefined) throw new Error('Name the ledger file.')
const simulator = await startSmileIdSimulator({ clock: systemClock, credentials, ledgerFile })
process.stdout.write(`${simulator.baseUrl}\n`)
