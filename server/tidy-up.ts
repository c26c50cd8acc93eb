// What a server does beside its first requests: deletes image files that a crash left without a row, finishes erasures,
// and after a crash checks the database.

import type { Appliance } from './appliance.ts'
import { finishErasures } from './erasure/finish-erasures.ts'
import { checkDatabase } from './operations/status/check-database.ts'
import { sweepByAge, sweepOrphans } from './sweep-orphans.ts'

interface Start {
  readonly startedAt: number
  readonly isAfterCrash: boolean
  /** Once the server stops, the database closes; what that ends, the next start or the night does. */
  isStopping(): boolean
}

/**
 * A server that is alone deletes all files from before its start; otherwise they may be about to be committed by
 * another.
 */
export async function tidyUp(
  appliance: Appliance,
  { startedAt, isAfterCrash, isStopping }: Start,
): Promise<void> {
  const { log, node } = appliance
  const unlessStopping = (tell: (error: unknown) => void) => (error: unknown) => {
    if (!isStopping()) tell(error)
  }
  const checked = isAfterCrash ? checkDatabase(appliance) : undefined
  const swept = node.isAlone ? sweepOrphans(appliance, startedAt) : sweepByAge(appliance)
  const erased = finishErasures(appliance)
  await Promise.all([
    checked?.catch(unlessStopping((error) => log.error('check_database_failed', {}, error))),
    swept.then(
      (count) => {
        if (count > 0) log.info('images_swept', { count })
      },
      unlessStopping((error) => log.error('image_sweep_failed', {}, error)),
    ),
    erased.then(
      (count) => {
        if (count > 0) log.info('finish_erasures', { count })
      },
      unlessStopping((error) => log.error('finish_erasures_failed', {}, error)),
    ),
  ])
}
