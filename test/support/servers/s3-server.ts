// An S3 server on loopback with one bucket, for tests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error The package has no types.
import S3rver from 's3rver'
import { freePort } from '../../../scripts/bench/free-port.ts'

export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  /** Where the files of the bucket lie. */
  readonly folder: string
  readonly keyId: string
  readonly secretKey: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops and deletes everything stored. */
  remove(): Promise<void>
}

type S3Account = Pick<S3Server, 'endpoint' | 'bucket' | 'keyId' | 'secretKey'>

/** The settings of backups in the bucket. */
export function backupSettingsIn(
  { endpoint, bucket, keyId, secretKey }: S3Account,
  prefix: string,
) {
  return {
    SVC_BACKUP_TO: `s3://${bucket}/${prefix}`,
    SVC_BACKUP_S3_ENDPOINT: endpoint,
    SVC_BACKUP_S3_KEY_ID: keyId,
    SVC_BACKUP_S3_SECRET_KEY: secretKey,
  }
}

/** The place of backups in the bucket, or in that of a store that the test plays. */
export function backupPlaceIn(
  {
    endpoint,
    bucket = 'bucket',
    keyId = 'id',
    secretKey = 'key',
  }: Partial<S3Account> & {
    readonly endpoint: string
  },
  prefix: string,
) {
  return {
    to: `s3://${bucket}/${prefix}`,
    s3: { endpoint, region: 'us-east-1', keyId, secretKey, caFile: undefined },
    ownPorts: [],
  }
}

export async function openS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-s3-'))
  const port = await freePort()
  const bucket = 'svc-backups'
  let server: { run(): Promise<unknown>; close(): Promise<void> } | undefined
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    folder: join(directory, bucket),
    keyId: 'S3RVER',
    secretKey: 'S3RVER',
    async start() {
      const configureBuckets = [{ name: bucket, configs: [] }]
      server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets })
      await server?.run()
    },
    stop,
    async remove() {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
