// The settings of images in an S3-compatible store. Rows of the table of settings.

import { serviceUrl } from './setting-addresses.ts'
import { readableFile } from './setting-files.ts'
import { kindOf, readBy, text } from './setting-kinds.ts'
import { needed, optional } from './setting-row.ts'

interface ImagesUrl {
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Without a slash at its ends. */
  readonly prefix: string
}

const shape =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_.-]{1,200}){1,10})\/?\?([^\s#]{1,500})$/
const regionShape = /^[A-Za-z0-9-]{1,60}$/
const regionDefault = 'us-east-1'

function read(given: string): ImagesUrl | undefined {
  const [, bucket, path, query] = shape.exec(given) ?? []
  if (bucket === undefined || path === undefined || query === undefined) return undefined
  const asked = new URLSearchParams(query)
  const names = [...asked.keys()]
  const isKnown = names.every((name) => name === 'endpoint' || name === 'region')
  if (!isKnown || new Set(names).size !== names.length) return undefined
  const endpoint = serviceUrl.parse(asked.get('endpoint') ?? '', '')
  const region = asked.get('region') ?? regionDefault
  const prefix = path.slice(1)
  const isPath = prefix.split('/').every((part) => part !== '.' && part !== '..')
  if (endpoint === undefined || !regionShape.test(region) || !isPath) return undefined
  return { endpoint, region, bucket, prefix }
}

/** `s3://bucket/prefix?endpoint=...&region=...` */
export const imagesUrl = kindOf(
  'bucket URL',
  's3://BUCKET/PREFIX?endpoint=URL&region=REGION, with the https URL of the store (plain http only to this machine), such as s3://kyc/images?endpoint=https://s3.eu-west-3.amazonaws.com&region=eu-west-3',
  readBy(read),
  {
    print: ({ endpoint, region, bucket, prefix }) =>
      `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`,
  },
)

export const imageSettings = {
  'imagesS3.url': needed('SVC_IMAGES_URL', imagesUrl, {
    otherwise: 'none, so the images are in a folder',
    help: 'Bucket of an S3-compatible store that holds the encrypted images in place of a folder: s3://bucket/prefix?endpoint=https://...&region=... It must be used by this installation alone.',
  }),
  'imagesS3.keyId': optional('SVC_IMAGES_S3_KEY_ID', text, {
    otherwise: 'SVC_BACKUP_S3_KEY_ID, with its secret key',
    help: 'Access key id for the bucket of the images.',
  }),
  'imagesS3.caFile': optional('SVC_IMAGES_S3_CA_FILE', readableFile, {
    otherwise: 'SVC_BACKUP_S3_CA_FILE, where the key is that of the backups too',
    help: 'Certificate authorities, PEM, to trust for the store of the images besides the public ones.',
  }),
  'secrets.imagesS3SecretKey': optional('SVC_IMAGES_S3_SECRET_KEY', text, {
    otherwise: 'the one of the backups, where SVC_IMAGES_S3_KEY_ID is not set',
    help: 'Secret access key for the bucket of the images; best as SVC_IMAGES_S3_SECRET_KEY_FILE.',
  }),
}
