// An installation that has been used for some days of November, for the tests of `svc usage`.

import type { TestContext } from 'node:test'
import { type Appliance, openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { loadConfig } from '../../../server/config.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { recordUsage } from '../../../server/usage/record-usage.ts'
import { newKey } from '../../support/api-key.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { aRetrieval, at, aVerify, record } from '../../support/usage.ts'
import { type Installation, prepareInstallation } from '../installation.ts'

export const november = ['--from', '2026-11-01', '--to', '2026-11-05']

interface Used extends Installation {
  readonly keyId: string
  inside<Result>(work: (appliance: Appliance) => Promise<Result>): Promise<Result>
}

/** Two days of usage with a day between them, 1 200 live verifications on the second. */
export async function openUsed(t: TestContext): Promise<Used> {
  const installation = await installUsed(t)
  return { ...installation, keyId: usedKeyId, inside: (work) => inside(installation, work) }
}

async function inside<Result>(
  { configFile }: Installation,
  work: (appliance: Appliance) => Promise<Result>,
): Promise<Result> {
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const clock = new ManualClock(at('2026-11-04T12:00:00Z'))
  const appliance = await openAppliance(loaded, { log: silentLog, clock })
  try {
    return await work(appliance)
  } finally {
    await appliance.close()
  }
}

let usedKeyId = ''

const installUsed = prepareInstallation((installation) =>
  inside(installation, async (appliance) => {
    const { id } = (await createKey(appliance, fromCommandLine, newKey({ name: 'Core banking' })))
      .key
    const first = { nowMs: at('2026-11-01T00:00:00Z'), apiKeyId: id }
    const second = { nowMs: at('2026-11-03T23:59:59.999Z'), apiKeyId: id }
    await record(appliance.db, [
      aVerify(first),
      aRetrieval(first),
      aVerify({ ...first, environment: 'sandbox' }),
    ])
    await inTransaction(appliance.db, async (trx) => {
      for (let count = 0; count < 1200; count += 1) await recordUsage(trx, aVerify(second))
    })
    usedKeyId = id
  }),
)
