// Asks the store of the backups, for an operator, whether it answers and accepts the key. Writes nothing.

import type { S3Access } from '../../s3/s3-place.ts'
import { backupErrorOf } from '../backup-error.ts'
import { openTarget } from './backup-place.ts'
import { readMarker } from './marked-place.ts'
import type { BackupPlace } from './place-address.ts'

export interface BackupStoreLook {
  /** `s3://bucket/prefix` */
  readonly label: string
  readonly durationMs: number
  /** Why it cannot be used, and what to do; undefined if it can. */
  readonly fault: string | undefined
  /** Whether an installation writes there already. */
  readonly isMarked: boolean
}

/** An operator waits for it. */
const requestTimeoutMs = 5_000

export async function tryBackupStore(place: BackupPlace, s3: S3Access): Promise<BackupStoreLook> {
  const target = await openTarget({ ...place, s3: { ...s3, requestTimeoutMs } })
  const { label } = target
  const startedMs = performance.now()
  const took = () => Math.round(performance.now() - startedMs)
  try {
    await target.list('')
    const isMarked = (await readMarker(target)) !== undefined
    return { label, durationMs: took(), fault: undefined, isMarked }
  } catch (error) {
    const { message } = backupErrorOf(error)
    return { label, durationMs: took(), fault: message, isMarked: false }
  } finally {
    await target.close()
  }
}
