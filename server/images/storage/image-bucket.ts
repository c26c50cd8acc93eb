// The objects of the images in a bucket: written whole with their checksum, read whole within the size of an image, and
// deleted with all their versions.

import { createHash } from 'node:crypto'
import { encryptionOverheadBytes } from '../../crypto/encrypt.ts'
import type { S3Calls } from '../../s3/s3-client.ts'
import { StoreError } from '../../s3/store-error.ts'
import { imageBytesMax } from '../image.ts'
import type { StoreCalls } from './store-calls.ts'

export interface ImageBucket {
  /** @param file `day/name`. Resolves once the store has it for good. @throws StoreError */
  put(file: string, encrypted: Buffer): Promise<void>
  /** @throws StoreError `not_found` */
  get(file: string): Promise<Buffer>
  /**
   * Deletes every version. Returns the files of which the store keeps a version, because it is locked or the key may
   * not delete it. @throws StoreError
   */
  remove(files: readonly string[]): Promise<readonly string[]>
  /** Lists the images page by page, oldest day first; other objects are left out. @throws StoreError */
  list(): AsyncIterable<readonly string[]>
  /** `unknown`: the key may not ask. @throws StoreError */
  versioning(): Promise<Versioning>
  /** Whether new objects are locked for a time; `unknown`: the key may not ask. @throws StoreError */
  hasLock(): Promise<boolean | 'unknown'>
  /** Asks the store for one name: whether it answers and the key is good. @throws StoreError */
  look(): Promise<void>
  putText(name: string, text: string): Promise<void>
  /** undefined if there is no such object. */
  getText(name: string): Promise<string | undefined>
}

type Versioning = 'Enabled' | 'Suspended' | 'Off' | 'unknown'

const contentType = 'application/octet-stream'
const encryptedBytesMax = imageBytesMax + encryptionOverheadBytes
const textBytesMax = 10_000
const pageOf = 1_000
const removedAtOnce = 8
const versionsAtOnce = 100
/** An image is written once, and has a few versions where somebody tampered. */
const versionRoundsMax = 10
/** Some stores have no versions or locks at all. */
const unsupportedCodes = [
  'NotImplemented',
  'MethodNotAllowed',
  'ObjectLockConfigurationNotFoundError',
]
const refusedCodes = ['AccessDenied']
const unknownCodes = [...unsupportedCodes, ...refusedCodes]
/** What stores answer when a version may not be deleted yet, or not with this key. */
const lockedCodes = ['AccessDenied', 'ObjectLocked']
const imageShape = /^\d{4}-\d\d-\d\d\/img_[0-9a-z]{1,40}$/

/** @param prefix without slashes at its ends */
export function imageBucket(calls: StoreCalls, prefix: string): ImageBucket {
  const keyOf = (name: string) => `${prefix}/${name}`

  function put(name: string, content: Buffer): Promise<void> {
    const checksum = createHash('sha256').update(content).digest('base64')
    return calls.call('images.write', async (s3) => {
      const headers = {
        // A bucket with locks takes nothing without them.
        'x-amz-sdk-checksum-algorithm': 'SHA256',
        'x-amz-checksum-sha256': checksum,
      }
      await ended(await s3.putObject(keyOf(name), content, contentType, undefined, headers))
    })
  }

  function get(name: string, bytesMax: number): Promise<Buffer> {
    return calls.call('images.read', async (s3) =>
      readWhole(await s3.getObjectRaw(keyOf(name)), bytesMax),
    )
  }

  return {
    put,
    get: (file) => get(file, encryptedBytesMax),
    async remove(files) {
      const isPlain = files.length === 0 || (await readVersioning(calls)) === 'Off'
      const kept: string[] = []
      for (let start = 0; start < files.length; start += removedAtOnce) {
        const some = files.slice(start, start + removedAtOnce)
        const outcomes = await Promise.all(
          some.map((file) =>
            isPlain ? removePlain(calls, keyOf(file)) : removeVersions(calls, keyOf(file)),
          ),
        )
        kept.push(...some.filter((_, index) => outcomes[index] === 'kept'))
      }
      return kept
    },
    list: () => listImages(calls, `${prefix}/`),
    versioning: () => readVersioning(calls),
    hasLock: () => hasLock(calls),
    look: () =>
      calls.call('images.look', async (s3) => {
        if ((await s3.listObjects('/', `${prefix}/`, 1)) === null) refuseBucket(calls.label)
      }),
    putText: (name, text) => put(name, Buffer.from(text)),
    async getText(name) {
      try {
        return (await get(name, textBytesMax)).toString('utf8')
      } catch (error) {
        if (error instanceof StoreError && error.reason === 'not_found') return undefined
        throw error
      }
    },
  }
}

async function readVersioning(calls: StoreCalls): Promise<Versioning> {
  const answer = await askBucket(calls, 'versioning')
  if (typeof answer !== 'object') return answer === 'unsupported' ? 'Off' : 'unknown'
  const status = (['Enabled', 'Suspended'] as const).find((word) => answer.includes(`>${word}<`))
  return status ?? 'Off'
}

async function hasLock(calls: StoreCalls): Promise<boolean | 'unknown'> {
  const answer = await askBucket(calls, 'object-lock')
  if (typeof answer !== 'object') return answer === 'unsupported' ? false : 'unknown'
  return answer.includes('<ObjectLockEnabled>Enabled<')
}

/** Returns what the store says of the bucket itself. */
async function askBucket(
  calls: StoreCalls,
  what: 'versioning' | 'object-lock',
): Promise<Buffer | 'unsupported' | 'refused'> {
  const ask = async (s3: S3Calls) =>
    readWhole(await s3.getObjectRaw('', true, 0, undefined, { [what]: '' }), textBytesMax)
  try {
    return await calls.call('images.look', ask, unknownCodes)
  } catch (error) {
    if (isCode(error, unsupportedCodes)) return 'unsupported'
    if (isCode(error, refusedCodes)) return 'refused'
    throw error
  }
}

async function* listImages(calls: StoreCalls, root: string): AsyncIterable<readonly string[]> {
  let token: string | undefined
  do {
    const page = await calls.call('images.list', async (s3) => {
      const found = await s3.listObjectsPaged('/', root, pageOf, token)
      return found ?? refuseBucket(calls.label)
    })
    const names = (page.objects ?? []).map(({ Key }) => Key.slice(root.length))
    yield names.filter((name) => imageShape.test(name))
    token = page.nextContinuationToken
  } while (token !== undefined)
}

function refuseBucket(label: string): never {
  const message = `There is no bucket for ${label}. Make it, or correct SVC_IMAGES_URL.`
  throw new StoreError('unusable', 'NoSuchBucket', message)
}

async function removePlain(calls: StoreCalls, key: string): Promise<'gone'> {
  await calls.call('images.remove', (s3) => s3.deleteObject(key))
  return 'gone'
}

/**
 * Deleting an object of a bucket with versions would only hide it: its versions and marks are deleted one by one. What
 * is left after many counts as kept, so that a store that never comes to an end holds up nothing: it is tried again.
 */
async function removeVersions(calls: StoreCalls, key: string): Promise<'gone' | 'kept'> {
  for (let round = 0; round < versionRoundsMax; round += 1) {
    const listed = await calls.call('images.list', async (s3) => {
      const found = await s3.listObjectVersions(key, versionsAtOnce)
      return found ?? refuseBucket(calls.label)
    })
    if ((await removeEach(calls, key, listed)) === 'kept') return 'kept'
    if (listed.length < versionsAtOnce) return 'gone'
  }
  return 'kept'
}

async function removeEach(
  calls: StoreCalls,
  key: string,
  versions: readonly { readonly VersionId?: string }[],
): Promise<'gone' | 'kept'> {
  let outcome: 'gone' | 'kept' = 'gone'
  for (const { VersionId: versionId } of versions) {
    const target = versionId === undefined ? key : { key, versionId }
    try {
      await calls.call('images.remove', (s3) => s3.deleteObject(target), lockedCodes)
    } catch (error) {
      if (!isCode(error, lockedCodes)) throw error
      outcome = 'kept'
    }
  }
  return outcome
}

function isCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof StoreError && codes.includes(error.code)
}

/** @throws StoreError if the object is larger than any of ours */
async function readWhole(answer: Response, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > bytesMax) {
      throw new StoreError(
        'unusable',
        'too_large',
        'An object in the bucket of the images is larger than any image.',
      )
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** An answer that is not read to its end would hold its connection. */
async function ended(answer: Response): Promise<void> {
  await answer.arrayBuffer()
}
