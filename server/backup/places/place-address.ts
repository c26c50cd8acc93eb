// Where the backups are, as plain data: a folder, or a bucket with what opens it.

import type { S3Access } from '../../s3/s3-place.ts'

/** Plain data, so that it can be handed to a thread. */
export interface BackupPlace {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string
  /** Of the store; undefined for a folder. */
  readonly s3: S3Access | undefined
  /** Ports of this server, which no outgoing call may reach. */
  readonly ownPorts: readonly number[]
}
