// Backups in an S3-compatible store. Every call goes through the guarded connections; nothing but the configured
// endpoint can be reached.

import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import type { GuardedFetch } from '../egress/guarded-fetch.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTarget, TargetFile } from './backup-target.ts'
import type { BackupPlace } from './place-address.ts'
import { codeIn, storeRefusal } from './s3-refusal-policy.ts'

export interface S3Place {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Without a slash at its end; empty for the whole bucket. */
  readonly prefix: string
  readonly keyId: string
  readonly secretKey: string
  /** For one request with its answer. Default: five minutes. */
  readonly requestTimeoutMs?: number
}

/** A store allows 10 000 parts. Some want all parts but the last of one size. */
const partBytesMin = 16_000_000
const partsMax = 9_000
/** For one request with its answer: a part at 0.5 Mbit/s. */
const requestTimeoutDefaultMs = 5 * 60 * 1000
const contentType = 'application/octet-stream'

/** @param http closed with the target */
export function s3Target(s3: S3Place, http: GuardedFetch, place: BackupPlace): BackupTarget {
  const { endpoint, bucket, prefix: root, region, keyId, secretKey, requestTimeoutMs } = s3
  const client = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId: keyId,
    secretAccessKey: secretKey,
    requestAbortTimeout: requestTimeoutMs ?? requestTimeoutDefaultMs,
    fetch: http.fetch,
  })
  const label = `s3://${bucket}${root === '' ? '' : `/${root}`}`
  const keyOf = (name: string) => (root === '' ? name : `${root}/${name}`)
  return {
    label,
    place,
    make: async () => {},
    list: (prefix) => naming(label, () => listObjects(client, keyOf(''), prefix)),
    write: (name, content, bytesExpected) =>
      naming(label, () => upload(client, keyOf(name), content, bytesExpected)),
    read: (name) => download(client, { key: keyOf(name), name, label }),
    remove: (name) => naming(label, async () => void (await client.deleteObject(keyOf(name)))),
    // An upload is aborted where it fails; what a killed process leaves is for the store's own life-cycle rule.
    sweep: async () => {},
    freeBytes: async () => undefined,
    close: () => http.close(),
  }
}

async function listObjects(
  client: S3mini,
  root: string,
  prefix: string,
): Promise<readonly TargetFile[]> {
  const start = `${root}${prefix}`
  const objects = (await client.listObjects('/', start)) ?? refuseBucket()
  return objects
    .map(({ Key, Size }) => ({ name: Key.slice(root.length), bytes: Number(Size) }))
    .filter(({ name }) => name.startsWith(prefix) && !name.endsWith('/') && name !== '')
    .filter(({ name }) => prefix !== '' || !name.includes('/'))
}

function refuseBucket(): never {
  throw new BackupError('target_unusable', 'The bucket that SVC_BACKUP_TO names does not exist.')
}

/** Sends small content at once and the rest in parts; the object exists once the last part was acknowledged. */
async function upload(
  client: S3mini,
  key: string,
  content: AsyncIterable<Uint8Array>,
  bytesExpected: number,
): Promise<void> {
  const partBytes = Math.max(partBytesMin, Math.ceil(bytesExpected / partsMax))
  const parts = inParts(content, partBytes)
  const first = await parts.next()
  const head = first.done ? Buffer.alloc(0) : first.value
  if (head.length < partBytes) {
    await client.putObject(key, head, contentType)
    return
  }
  const uploadId = await client.getMultipartUploadId(key, contentType)
  try {
    const sent = [await client.uploadPart(key, uploadId, head, 1)]
    for await (const part of parts) {
      sent.push(await client.uploadPart(key, uploadId, part, sent.length + 1))
    }
    await client.completeMultipartUpload(key, uploadId, sent)
  } catch (error) {
    await client.abortMultipartUpload(key, uploadId).catch(() => undefined)
    throw error
  }
}

async function* inParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes) continue
    const joined = Buffer.concat(waiting)
    let at = 0
    for (; joined.length - at >= partBytes; at += partBytes) {
      yield joined.subarray(at, at + partBytes)
    }
    waiting = [joined.subarray(at)]
    bytes = joined.length - at
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** Reads in ranges, so that each request has its own time limit. */
async function* download(
  client: S3mini,
  { key, name, label }: { readonly key: string; readonly name: string; readonly label: string },
): AsyncGenerator<Buffer> {
  const bytes = await naming(label, async () => {
    const found = await client.objectExists(key)
    if (found !== true) throw new BackupError('not_found', `There is no ${name} in ${label}.`)
    return client.getContentLength(key)
  })
  for (let from = 0; from < bytes; from += partBytesMin) {
    const to = Math.min(bytes, from + partBytesMin)
    yield await naming(label, async () => {
      const answer = await client.getObjectRaw(key, false, from, to)
      return Buffer.from(await answer.arrayBuffer())
    })
  }
}

/** Turns errors of the store into reasons; texts of the store are not passed on. */
async function naming<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const known = [error, cause].find((one) => one instanceof S3ServiceError)
    if (known instanceof S3ServiceError) {
      const { status, serviceCode, body } = known
      const code = serviceCode === 'Unknown' ? codeIn(body) : (serviceCode ?? codeIn(body))
      throw storeRefusal(label, { status, code })
    }
    if ([error, cause].some(isTimeout)) {
      const message = `The store of ${label} does not answer in time. The next backup tries again; if it stays so, look at the network to it.`
      throw new BackupError('target_unreachable', message)
    }
    if (![error, cause].some(isTransportError)) throw error
    throw new BackupError(
      'target_unreachable',
      `The store of ${label} cannot be reached. Check SVC_BACKUP_S3_ENDPOINT and the network to it.`,
    )
  }
}

function isTransportError(error: unknown): boolean {
  return error instanceof S3NetworkError || error instanceof ConnectFailure
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)
}
