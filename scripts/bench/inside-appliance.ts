// Opens the data of a folder in this process, as an appliance without a server, for what no command does.

import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { type Clock, systemClock } from '../../server/kernel/clock.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import { silentLog } from '../../server/kernel/log.ts'

export async function insideAppliance<Result>(
  env: Readonly<Record<string, string>>,
  work: (appliance: Appliance) => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> {
  const loaded = loadConfig({ profile: 'appliance', env })
  const appliance = await openAppliance(loaded, { log: silentLog, clock })
  try {
    return await work(appliance)
  } finally {
    await appliance.close()
  }
}

/** Usage is recounted for whole days that have ended. */
export const twoDaysLater: Clock = { ...systemClock, now: () => systemClock.now() + 2 * dayMs }
