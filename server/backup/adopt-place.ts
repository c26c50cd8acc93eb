// Makes this data folder the one whose backups go on at a place: after a restore, or where the marker was lost.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { backupPlaceOf } from './backup-settings.ts'
import { enterPlace } from './enter-place.ts'
import { holdingLease } from './hold-lease.ts'
import { openTarget } from './places/backup-place.ts'
import { askForPlace } from './restored-copy-store.ts'

type AdoptNeeds = Pick<
  Appliance,
  'config' | 'secrets' | 'ownPorts' | 'db' | 'clock' | 'log' | 'keyring'
>

/**
 * Lets this copy take over the place with its next backup, in the transaction of the caller. Without a restore before,
 * nothing changes.
 */
export async function planTakingPlace(trx: Trx, clock: Clock): Promise<void> {
  await askForPlace(trx, clock.now())
}

/**
 * Returns the place. From then on every other copy of this installation is refused there.
 * @throws BackupError `not_set_up`, `already_running`, `place_missing`, `other_installation`, and what the target
 * throws
 */
export async function adoptPlace(
  needs: AdoptNeeds,
  { by, to }: { readonly by: AuditOrigin; readonly to?: string | undefined },
): Promise<string> {
  return holdingLease(needs, async () => {
    const target = await openTarget(backupPlaceOf(needs, to))
    try {
      await enterPlace(needs, target, { by, marksPlace: true, takesPlace: true })
      return target.label
    } finally {
      await target.close()
    }
  })
}
