// Where the backups are, as plain data: a folder, or a bucket with what opens it.

/** Plain data, so that it can be handed to a thread. */
export interface BackupPlace {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string
  /** Of the store; undefined for a folder. */
  readonly s3: S3Access | undefined
  /** Ports of this server, which no outgoing call may reach. */
  readonly ownPorts: readonly number[]
}

interface S3Access {
  readonly endpoint: string
  readonly region: string
  readonly keyId: string
  readonly secretKey: string
  readonly caFile: string | undefined
  /** For one request with its answer; undefined for five minutes. */
  readonly requestTimeoutMs?: number
}
