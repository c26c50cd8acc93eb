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
