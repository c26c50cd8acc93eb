// Image files in a bucket of a real S3 server on loopback, for tests.

import type { TestContext } from 'node:test'
import type { ImageFiles } from '../../../server/images/storage/image-files.ts'
import { type ImageStore, openImages } from '../../../server/images/storage/open-image-files.ts'
import { openLog } from '../../../server/kernel/log.ts'
import { ManualClock } from '../manual-clock.ts'
import { openS3Server, type S3Server } from '../servers/s3-server.ts'
import { tempFolder } from '../temp-folder.ts'

/** The settings of images in this bucket. */
export function imageSettingsOf(
  {
    endpoint,
    bucket,
    keyId,
    secretKey,
  }: Pick<S3Server, 'endpoint' | 'bucket' | 'keyId' | 'secretKey'>,
  prefix: string,
): Readonly<Record<string, string>> {
  return {
    SVC_IMAGES_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=us-east-1`,
    SVC_IMAGES_S3_KEY_ID: keyId,
    SVC_IMAGES_S3_SECRET_KEY: secretKey,
  }
}

interface BucketScene {
  readonly files: ImageFiles
  readonly store: ImageStore
  readonly clock: ManualClock
  readonly logLines: readonly string[]
}

export interface BucketChoice {
  readonly endpoint: string
  readonly bucket: string
  readonly prefix: string
  readonly keyId: string
  readonly secretKey: string
  readonly region?: string
  readonly ownPorts?: ReadonlySet<number>
  readonly user?: {
    readonly instanceId: string
    readonly copyId: string
    readonly takesPlace: boolean
  }
}

const ours = { instanceId: 'inst_one', copyId: 'inst_one', takesPlace: false }

/** Opens a node's view of the bucket; closed after the test. */
export function openBucketScene(t: TestContext, choice: BucketChoice): BucketScene {
  const { endpoint, bucket, prefix, keyId, secretKey, region = 'us-east-1' } = choice
  const clock = new ManualClock()
  const logLines: string[] = []
  const url = { endpoint, region, bucket, prefix }
  const opened = openImages({
    config: {
      dataDir: tempFolder(t),
      imagesDir: undefined,
      imagesS3: { url, keyId, caFile: undefined },
      backupS3: undefined,
    },
    secrets: { imagesS3SecretKey: secretKey, backupS3SecretKey: undefined },
    nodeId: 'node_1',
    log: openLog((line) => logLines.push(line)),
    clock,
    user: () => Promise.resolve(choice.user ?? ours),
    ...(choice.ownPorts && { ownPorts: choice.ownPorts }),
  })
  t.after(() => opened.close())
  if (opened.store === undefined) throw new Error('the images are not in a bucket')
  return { files: opened.files, store: opened.store, clock, logLines }
}

/** Starts a server with a bucket for one file of tests. */
export async function startS3(): Promise<S3Server> {
  const s3 = await openS3Server()
  await s3.start()
  return s3
}
