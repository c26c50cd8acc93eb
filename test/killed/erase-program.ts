// Erases on the data folder of a test until it is killed: stops in the transaction, before the files are removed, or in
// a retention run after its first batch.

import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { loadConfig } from '../../server/config.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { eraseVerification } from '../../server/erasure/erase-verification.ts'
import { finishErasures } from '../../server/erasure/finish-erasures.ts'
import { runRetention } from '../../server/erasure/run-retention.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { ManualClock } from '../support/manual-clock.ts'

const [, , stop = '', now = '', id = '', ...settings] = process.argv
const env = Object.fromEntries(settings.map((one) => one.split(/=(.*)/s).slice(0, 2)))

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Holds the process, which the test kills. */
async function hold(line: string): Promise<never> {
  say(line)
  setInterval(() => {}, 1000)
  return new Promise<never>(() => {})
}

const order = { verificationId: id, reason: 'subject_request' } as const

const ways: Readonly<Record<string, (appliance: Appliance) => Promise<unknown>>> = {
  transaction: (appliance) =>
    inTransaction(appliance.db, async (trx) => {
      await eraseVerification(appliance, trx, fromCommandLine, order)
      await hold('stopped')
    }),
  async files(appliance) {
    await inTransaction(appliance.db, (trx) =>
      eraseVerification(appliance, trx, fromCommandLine, order),
    )
    const files = { ...appliance.files, remove: () => hold('stopped') }
    await finishErasures({ ...appliance, files })
  },
  run: (appliance) => {
    const { db } = appliance
    let writes = 0
    // The first takes the lease, the second erases a batch, the third would erase the next one.
    const write: typeof db.write = async (work, isAlone) => {
      writes += 1
      return writes < 3 ? db.write(work, isAlone) : hold('stopped')
    }
    const stopping = { ...db, reader: db.reader, longReader: db.longReader, write }
    return runRetention({ ...appliance, db: stopping }, { by: fromCommandLine, isDryRun: false })
  },
}

const loaded = loadConfig({ profile: 'appliance', env, readsNoFile: true })
const clock = new ManualClock(Number(now))
await ways[stop]?.(await openAppliance(loaded, { clock, log: silentLog }))
