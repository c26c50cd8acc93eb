// Backups in an S3-compatible store.

import type { S3Calls, S3Client } from '../../s3/s3-client.ts'
import type { S3Bucket } from '../../s3/s3-place.ts'
import { StoreError } from '../../s3/store-error.ts'
import { BackupError } from '../backup-error.ts'
import type { BackupTarget, TargetFile } from './backup-target.ts'
import type { BackupPlace } from './place-address.ts'

/** A store allows 10 000 parts. Some want all parts but the last of one size. */
const partBytesMin = 16_000_000
const partsMax = 9_000
const contentType = 'application/octet-stream'
/** Backups of 32 TB of images. A store whose listing does not end would fill the memory. */
const objectsMax = 500_000

/** @param store closed with the target */
export function s3Target(
  store: S3Client,
  { prefix: root }: S3Bucket,
  place: BackupPlace,
): BackupTarget {
  const { label } = store
  const keyOf = (name: string) => (root === '' ? name : `${root}/${name}`)
  return {
    label,
    place,
    make: async () => {},
    list: (prefix) => naming(store, (calls) => listObjects(calls, keyOf(''), prefix)),
    write: (name, content, bytesExpected) =>
      naming(store, (calls) => upload(calls, keyOf(name), content, bytesExpected)),
    read: (name) => download(store, { key: keyOf(name), name }),
    remove: (name) => naming(store, async (calls) => void (await calls.deleteObject(keyOf(name)))),
    // An upload is aborted where it fails; what a killed process leaves is for the store's own life-cycle rule.
    sweep: async () => {},
    freeBytes: async () => undefined,
    close: () => store.close(),
  }
}

async function listObjects(
  client: S3Calls,
  root: string,
  prefix: string,
): Promise<readonly TargetFile[]> {
  const start = `${root}${prefix}`
  const objects = (await client.listObjects('/', start, objectsMax)) ?? refuseBucket()
  if (objects.length >= objectsMax) throw refuseListing()
  return objects
    .map(({ Key, Size }) => ({ name: Key.slice(root.length), bytes: Number(Size) }))
    .filter(({ name }) => name.startsWith(prefix) && !name.endsWith('/') && name !== '')
    .filter(({ name }) => prefix !== '' || !name.includes('/'))
}

function refuseListing(): BackupError {
  const message = `The store lists ${objectsMax} files or more below SVC_BACKUP_TO, which no backups have. Check what is there, and that it is the right bucket.`
  return new BackupError('target_unusable', message)
}

function refuseBucket(): never {
  throw new BackupError('target_unusable', 'The bucket that SVC_BACKUP_TO names does not exist.')
}

/** Sends small content at once and the rest in parts; the object exists once the last part was acknowledged. */
async function upload(
  client: S3Calls,
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

/** Copies the content, whose pieces are good for a moment only. */
async function* inParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafeSlow(partBytes)
  let used = 0
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + partBytes - used)
      part.set(some, used)
      used += some.length
      at += some.length
      if (used < partBytes) continue
      yield part
      part = Buffer.allocUnsafeSlow(partBytes)
      used = 0
    }
  }
  if (used > 0) yield part.subarray(0, used)
}

/** Reads in ranges, so that each request has its own time limit. */
async function* download(
  store: S3Client,
  { key, name }: { readonly key: string; readonly name: string },
): AsyncGenerator<Buffer> {
  const bytes = await naming(store, async (calls) => {
    const found = await calls.objectExists(key)
    if (found !== true) throw new BackupError('not_found', `There is no ${name} in ${store.label}.`)
    return calls.getContentLength(key)
  })
  for (let from = 0; from < bytes; from += partBytesMin) {
    const to = Math.min(bytes, from + partBytesMin)
    yield await naming(store, async (calls) => {
      const answer = await calls.getObjectRaw(key, false, from, to)
      return Buffer.from(await answer.arrayBuffer())
    })
  }
}

/** Turns errors of the store into reasons of backups. */
async function naming<Result>(
  store: S3Client,
  work: (calls: S3Calls) => Promise<Result>,
): Promise<Result> {
  try {
    return await store.call(work)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const reason = error.reason === 'unreachable' ? 'target_unreachable' : 'target_unusable'
    throw new BackupError(reason, error.message)
  }
}
